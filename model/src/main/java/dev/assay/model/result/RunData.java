package dev.assay.model.result;

import java.util.List;

/**
 * Holds a run with its finished trials: everything a report is made of.
 *
 * @param unfinished folders of trials that began, but never came to their {@code trial.json}
 */
public record RunData(RunRecord run, List<StoredTrial> trials, List<String> unfinished) {
    public RunData {
        trials = List.copyOf(trials);
        unfinished = List.copyOf(unfinished);
    }
}
