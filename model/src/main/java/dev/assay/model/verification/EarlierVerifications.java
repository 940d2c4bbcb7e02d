package dev.assay.model.verification;

import java.util.List;

/**
 * What earlier sibling runs have verified, as far as it concerns what the run measures; {@code earlier-verifications.json}.
 *
 * @param lookedAt ISO-8601 instant at which the runs were looked at
 * @param verifications oldest first, with no more of the effective settings than the scenario had
 * @param leftOut what could not be read, and why
 */
public record EarlierVerifications(String lookedAt, List<VerificationByRun> verifications, List<String> leftOut) {
    public EarlierVerifications {
        verifications = List.copyOf(verifications);
        leftOut = List.copyOf(leftOut);
    }
}
