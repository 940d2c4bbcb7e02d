package dev.assay.model.verification;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityClaim.Promise;
import dev.assay.model.durability.Fault;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Judges what was seen, given what is claimed.
 *
 * @param reason why, with values
 */
public record VerificationVerdict(VerificationOutcome outcome, String reason) {
    /**
     * Describes how everything was read that the system still had.
     *
     * @param complete whether its own ends were reached
     * @param detail why not; else what the system itself says to have no longer, or nothing
     */
    public record Reading(boolean complete, String detail) {
        /** Read to the end of everything that was ever created. */
        public static final Reading WHOLE = new Reading(true, "");

        /** Tells whether it serves on without what it says to have lost: then it can't be asked to serve that again. */
        private boolean gone() {
            return complete && !detail.isEmpty();
        }
    }

    /** @param control what is known to lose under loss of power; empty where none was run */
    public static VerificationVerdict of(
            DurabilityClaim claim,
            Fault fault,
            VerificationEvidence evidence,
            Reading reading,
            Optional<PositiveControl> control) {
        Accounting accounting = evidence.accounting();
        if (evidence.moment().ackedBefore() == 0) {
            return inconclusive("nothing had been acknowledged when the fault began, so nothing was at stake");
        }
        Optional<String> unknown = unknown(evidence, reading);
        if (unknown.isPresent()) {
            return inconclusive(unknown.get());
        }
        if (!accounting.whole()) {
            return claim.promise() == Promise.SURVIVES
                    ? new VerificationVerdict(
                            VerificationOutcome.FAILS, damage(accounting, reading) + ", although " + claim.reason())
                    : new VerificationVerdict(
                            VerificationOutcome.HOLDS,
                            damage(accounting, reading) + ", as the level states: " + claim.reason());
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
    public static VerificationVerdict ofControl(DurabilityClaim claim, VerificationEvidence evidence, Reading reading) {
        Accounting accounting = evidence.accounting();
        Optional<String> unknown = unknown(evidence, reading);
        if (unknown.isPresent()) {
            return inconclusive(unknown.get());
        }
        return accounting.lost() > 0
                ? new VerificationVerdict(
                        VerificationOutcome.HOLDS,
                        damage(accounting, reading) + ", as a control must: " + claim.reason())
                : inconclusive("the control lost nothing of " + count(accounting.acked()) + " acknowledged messages, "
                        + "for example because the kernel had written them to the disk already");
    }

    /**
     * Returns why what was not read can't be called lost. A system that does not serve may have it all the same, and one that
     * does not tell where its partitions end may still give it.
     */
    private static Optional<String> unknown(VerificationEvidence evidence, Reading reading) {
        Accounting accounting = evidence.accounting();
        if (accounting.whole()) {
            return Optional.empty();
        }
        String missing = count(accounting.lost()) + " of " + count(accounting.acked())
                + " acknowledged messages are missing"
                + (accounting.corrupted() == 0 ? "" : " and " + count(accounting.corrupted()) + " arrived corrupted");
        if (!evidence.service().served() && !reading.gone()) {
            return Optional.of("it did not serve again: nothing was acknowledged after the fault, and " + missing);
        }
        return accounting.lost() == 0 || reading.complete()
                ? Optional.empty()
                : Optional.of(missing + ", and whether they are lost is not known: " + reading.detail());
    }

    /** Tells whether a verification under that fault needs a control to say anything. */
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

    private static String damage(Accounting accounting, Reading reading) {
        String lost = count(accounting.lost()) + " of " + count(accounting.acked()) + " acknowledged messages were lost"
                + (reading.gone() ? " (" + reading.detail() + ")" : "");
        return accounting.corrupted() == 0
                ? lost
                : lost + " and " + count(accounting.corrupted()) + " arrived corrupted";
    }

    private static String count(long messages) {
        return String.format(Locale.ROOT, "%,d", messages);
    }
}
