package dev.assay.model.verification;

import java.util.List;

/**
 * Holds what another run has verified of what this one measures; {@code verified-by.json}.
 *
 * @param run the other run's name
 * @param verifications in that run's order, without effective settings
 */
public record VerifiedBy(String run, List<VerificationRecord> verifications) {
    public VerifiedBy {
        verifications = List.copyOf(verifications);
    }
}
