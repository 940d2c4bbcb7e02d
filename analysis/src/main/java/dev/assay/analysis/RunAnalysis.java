package dev.assay.analysis;

import dev.assay.core.result.RunRecord;
import dev.assay.core.result.Verdict;
import java.util.Comparator;
import java.util.List;

/** A run as a report shows it. */
public record RunAnalysis(RunRecord run, List<TrialAnalysis> trials) {
    public RunAnalysis {
        trials = List.copyOf(trials);
    }

    /** The worst verdict of all trials; INVALID when there is none. */
    public Verdict.Grade worst() {
        return trials.stream()
                .map(trial -> trial.trial().verdict().grade())
                .max(Comparator.naturalOrder())
                .orElse(Verdict.Grade.INVALID);
    }
}
