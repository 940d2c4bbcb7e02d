package dev.assay.core.result;

import java.util.List;

/** A run with its finished trials: everything a report is made of. */
public record RunData(RunRecord run, List<TrialData> trials) {
    public RunData {
        trials = List.copyOf(trials);
    }
}
