package dev.assay.core.proof;

/**
 * A proof and who made it.
 *
 * @param run name of the run
 */
public record ProofByRun(String run, ProofRecord proof) {
    public ProofByRun {
        if (run.isBlank()) {
            throw new IllegalArgumentException("run must name the run that made the proof, but is empty");
        }
    }
}
