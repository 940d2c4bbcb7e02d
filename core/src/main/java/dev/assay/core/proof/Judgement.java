package dev.assay.core.proof;

import dev.assay.core.durability.DurabilityClaim;
import dev.assay.core.durability.DurabilityClaim.Promise;
import dev.assay.core.durability.Fault;
import java.util.Locale;
import java.util.Optional;

/**
 * Holds what was seen against what is claimed.
 *
 * @param reason why, with figures
 */
public record Judgement(ProofOutcome outcome, String reason) {
    /**
     * Judges a proof that came to its end.
     *
     * @param control what is known to lose under loss of power; empty where none was run
     */
    public static Judgement of(DurabilityClaim claim, Fault fault, Evidence evidence, Optional<Control> control) {
        Accounting seen = evidence.accounting();
        if (evidence.cut().ackedBefore() == 0) {
            return inconclusive("nothing had been acknowledged when the fault began, so nothing was at stake");
        }
        if (!seen.whole()) {
            return claim.promise() == Promise.SURVIVES
                    ? new Judgement(ProofOutcome.BROKEN, damage(seen) + ", although " + claim.reason())
                    : new Judgement(ProofOutcome.HOLDS, damage(seen) + ", as it may: " + claim.reason());
        }
        if (claim.promise() == Promise.MAY_LOSE) {
            return new Judgement(
                    ProofOutcome.HOLDS, "nothing was lost this time, but nothing is promised: " + claim.reason());
        }
        return needsControl(fault) ? withControl(claim, control) : new Judgement(ProofOutcome.HOLDS, unharmed(claim));
    }

    /** Judges a run that is known to lose: it must. */
    public static Judgement ofControl(DurabilityClaim claim, Evidence evidence) {
        Accounting seen = evidence.accounting();
        return seen.lost() > 0
                ? new Judgement(ProofOutcome.HOLDS, damage(seen) + ", as a control must: " + claim.reason())
                : inconclusive("the control lost nothing of " + count(seen.acked()) + " acknowledged messages, "
                        + "for example because the kernel had written them to the disk already");
    }

    /** Whether a proof under that fault says something only beside a control. */
    public static boolean needsControl(Fault fault) {
        return fault == Fault.POWER_ONE || fault == Fault.POWER_ALL;
    }

    private static Judgement withControl(DurabilityClaim claim, Optional<Control> control) {
        if (control.isEmpty()) {
            return inconclusive("nothing was lost, but no control has shown that a loss would have been seen");
        }
        Control known = control.get();
        return known.bites()
                ? new Judgement(
                        ProofOutcome.HOLDS,
                        unharmed(claim) + "; the control " + known.name() + " lost "
                                + count(known.lost().orElse(0L)))
                : inconclusive("nothing was lost, but neither by the control " + known.name() + ": " + known.note());
    }

    private static String unharmed(DurabilityClaim claim) {
        return "nothing was lost: " + claim.reason();
    }

    private static Judgement inconclusive(String reason) {
        return new Judgement(ProofOutcome.INCONCLUSIVE, reason);
    }

    private static String damage(Accounting seen) {
        String lost = count(seen.lost()) + " of " + count(seen.acked()) + " acknowledged messages were lost";
        return seen.corrupted() == 0 ? lost : lost + " and " + count(seen.corrupted()) + " arrived damaged";
    }

    private static String count(long messages) {
        return String.format(Locale.ROOT, "%,d", messages);
    }
}
