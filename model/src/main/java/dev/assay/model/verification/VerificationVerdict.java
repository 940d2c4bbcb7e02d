package dev.assay.model.verification;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityClaim.Promise;
import dev.assay.model.durability.Fault;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The verdict on what was seen, given what is claimed.
 *
 * @param reason why, with values
 */
public record VerificationVerdict(VerificationOutcome outcome, String reason) {
    /**
     * Judges a verification that finished.
     *
     * @param control what is known to lose under loss of power; empty where none was run
     */
    public static VerificationVerdict of(
            DurabilityClaim claim, Fault fault, VerificationEvidence evidence, Optional<PositiveControl> control) {
        Accounting seen = evidence.accounting();
        if (evidence.moment().ackedBefore() == 0) {
            return inconclusive("nothing had been acknowledged when the fault began, so nothing was at stake");
        }
        if (!seen.whole()) {
            return claim.promise() == Promise.SURVIVES
                    ? new VerificationVerdict(VerificationOutcome.FAILS, damage(seen) + ", although " + claim.reason())
                    : new VerificationVerdict(
                            VerificationOutcome.HOLDS, damage(seen) + ", as it may: " + claim.reason());
        }
        if (claim.promise() == Promise.MAY_LOSE) {
            return new VerificationVerdict(
                    VerificationOutcome.HOLDS,
                    "nothing was lost this time, but nothing is promised: " + claim.reason());
        }
        return needsControl(fault)
                ? withControl(claim, control)
                : new VerificationVerdict(VerificationOutcome.HOLDS, unharmed(claim));
    }

    /** Judges a run that is known to lose: it must. */
    public static VerificationVerdict ofControl(DurabilityClaim claim, VerificationEvidence evidence) {
        Accounting seen = evidence.accounting();
        return seen.lost() > 0
                ? new VerificationVerdict(
                        VerificationOutcome.HOLDS, damage(seen) + ", as a control must: " + claim.reason())
                : inconclusive("the control lost nothing of " + count(seen.acked()) + " acknowledged messages, "
                        + "for example because the kernel had written them to the disk already");
    }

    /** Whether a verification under that fault says something only beside a control. */
    public static boolean needsControl(Fault fault) {
        return fault == Fault.POWER_ONE || fault == Fault.POWER_ALL;
    }

    private static VerificationVerdict withControl(DurabilityClaim claim, Optional<PositiveControl> control) {
        if (control.isEmpty()) {
            return inconclusive(
                    "nothing was lost, but no positive control has shown that a loss would have been detected");
        }
        PositiveControl known = control.get();
        return known.detectsLoss()
                ? new VerificationVerdict(
                        VerificationOutcome.HOLDS,
                        unharmed(claim) + "; the control " + known.name() + " lost "
                                + count(Objects.requireNonNull(known.lost())))
                : inconclusive("nothing was lost, but the positive control lost nothing either: " + known.name() + ": "
                        + known.note());
    }

    private static String unharmed(DurabilityClaim claim) {
        return "nothing was lost: " + claim.reason();
    }

    private static VerificationVerdict inconclusive(String reason) {
        return new VerificationVerdict(VerificationOutcome.INCONCLUSIVE, reason);
    }

    private static String damage(Accounting seen) {
        String lost = count(seen.lost()) + " of " + count(seen.acked()) + " acknowledged messages were lost";
        return seen.corrupted() == 0 ? lost : lost + " and " + count(seen.corrupted()) + " arrived corrupted";
    }

    private static String count(long messages) {
        return String.format(Locale.ROOT, "%,d", messages);
    }
}
