package dev.assay.model.verification;

import java.util.List;
import java.util.Optional;

/**
 * What a run that is known to lose has shown: whether a verification of the same kind could have detected a loss at all.
 *
 * @param name what was run
 * @param lost acknowledged messages that it lost; empty when it did not finish
 * @param note why it did not finish, or what else was seen
 */
public record PositiveControl(String name, Optional<Long> lost, String note) {
    /** The control among finished verifications: the one that lost most; empty when there is none. */
    public static Optional<PositiveControl> among(List<VerificationRecord> verifications) {
        Optional<PositiveControl> best = Optional.empty();
        for (VerificationRecord verification : verifications) {
            if (verification.control()
                    && (best.isEmpty()
                            || lostBy(verification) > best.get().lost().orElse(-1L))) {
                best = Optional.of(new PositiveControl(
                        verification.label(),
                        verification
                                .evidence()
                                .map(evidence -> evidence.accounting().lost()),
                        verification.reason()));
            }
        }
        return best;
    }

    /** The control of one repetition: what another one lost says nothing about the moments of this one. */
    public static Optional<PositiveControl> of(int repetition, List<VerificationRecord> verifications) {
        return among(verifications.stream()
                .filter(verification -> verification.repetition() == repetition)
                .toList());
    }

    private static long lostBy(VerificationRecord verification) {
        return verification
                .evidence()
                .map(evidence -> evidence.accounting().lost())
                .orElse(-1L);
    }

    /** Whether it lost something, as it should, so that a loss would be detected. */
    public boolean detectsLoss() {
        return lost.orElse(0L) > 0;
    }
}
