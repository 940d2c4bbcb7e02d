package dev.assay.model.verification;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds what a run that is known to lose has shown: whether a verification of the same kind could have detected a loss at all.
 *
 * @param name what was run
 * @param lost acknowledged messages that it lost; null when it did not finish
 * @param note why it did not finish, or what else was seen
 */
public record PositiveControl(String name, @Nullable Long lost, String note) {
    /** Returns the control among finished verifications: the one that lost most; empty when there is none. */
    public static Optional<PositiveControl> among(List<VerificationRecord> verifications) {
        PositiveControl best = null;
        for (VerificationRecord verification : verifications) {
            Long lost = verification.evidence().isPresent() ? (Long) verification.lost() : null;
            if (verification.plan().control() && (best == null || orNone(lost) > orNone(best.lost()))) {
                best = new PositiveControl(verification.identity().label(), lost, verification.reason());
            }
        }
        return Optional.ofNullable(best);
    }

    /** Orders a control that did not finish before one that lost nothing. */
    private static long orNone(@Nullable Long lost) {
        return lost == null ? -1 : lost;
    }

    public boolean detectsLoss() {
        return lost != null && lost > 0;
    }
}
