package dev.assay.model.verification;

/**
 * Pairs a verification with the run that made it.
 *
 * @param run name of the run
 */
public record VerificationByRun(String run, VerificationRecord verification) {
    public VerificationByRun {
        if (run.isBlank()) {
            throw new IllegalArgumentException("run must name the run that made the verification, but is empty");
        }
    }
}
