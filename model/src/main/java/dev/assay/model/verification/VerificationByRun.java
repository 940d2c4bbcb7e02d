package dev.assay.model.verification;

/** @param run name of the run */
public record VerificationByRun(String run, VerificationRecord verification) {
    public VerificationByRun {
        if (run.isBlank()) {
            throw new IllegalArgumentException("run must name the run that made the verification, but is empty");
        }
    }
}
