package dev.assay.core.result;

import dev.assay.core.proof.ProofRecord;
import java.util.List;

/**
 * A run with its finished trials: everything a report is made of.
 *
 * @param unfinished folders of trials that began, but never came to their {@code trial.json}
 * @param proofs what was proven of the durability, in order
 */
public record RunData(RunRecord run, List<TrialData> trials, List<String> unfinished, List<ProofRecord> proofs) {
    public RunData {
        proofs = List.copyOf(proofs);
        trials = List.copyOf(trials);
        unfinished = List.copyOf(unfinished);
    }

    /** A run in which every trial that began was finished. */
    public RunData(RunRecord run, List<TrialData> trials) {
        this(run, trials, List.of(), List.of());
    }
}
