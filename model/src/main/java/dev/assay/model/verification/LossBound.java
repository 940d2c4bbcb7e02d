package dev.assay.model.verification;

import dev.assay.model.durability.DurabilityClaim.Promise;
import dev.assay.model.durability.Fault;
import dev.assay.model.verification.VerificationEvidence.FaultMoment;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Bounds what can be said of a claim when nothing was lost so far: a system that loses now and then may have been lucky. Each
 * verification is one cut, or another fault, of a fresh cluster.
 *
 * @param cuts after which nothing was missing or damaged, at different moments
 * @param ackedPerSecond messages acknowledged per second of the load before the cut in the partitions that were at risk, on
 *     average, where there were the fewest; 0 where none were
 */
public record LossBound(Fault fault, int cuts, double ackedPerSecond) {
    /** A level counts as verified under a fault once this many cuts lost nothing. */
    public static final int CUTS_FOR_VERIFIED = 5;

    private static final double CONFIDENCE = 0.95;
    private static final double EARLY_MESSAGES = 3.5;
    private static final double NANOS_PER_SECOND = 1e9;

    public LossBound {
        if (cuts < 1 || !(ackedPerSecond >= 0)) {
            throw new IllegalArgumentException("a bound needs cuts and the rate before them, but there are " + cuts
                    + " cuts and " + ackedPerSecond + " acknowledgements per second");
        }
    }

    /** Returns what the verifications of one claim say together; empty where none held, or one found a loss. */
    public static Optional<LossBound> of(Collection<VerificationRecord> verifications) {
        if (verifications.stream().anyMatch(one -> one.outcome() == VerificationOutcome.FAILS)) {
            return Optional.empty();
        }
        List<VerificationRecord> upheld = verifications.stream()
                .filter(one -> one.outcome() == VerificationOutcome.HOLDS
                        && one.plan().claim().promise() == Promise.SURVIVES
                        && one.evidence().isPresent()
                        && one.evidence().get().moment().ackedBefore() > 0)
                .toList();
        return upheld.isEmpty()
                ? Optional.empty()
                : Optional.of(new LossBound(
                        upheld.getFirst().plan().fault(),
                        distinct(upheld),
                        upheld.stream()
                                .mapToDouble(LossBound::atRiskPerSecond)
                                .filter(rate -> rate > 0)
                                .min()
                                .orElse(0)));
    }

    /** Returns what those among the verifications say together that test the same claim as {@code one}. */
    public static Optional<LossBound> of(VerificationRecord one, Collection<VerificationRecord> all) {
        return of(all.stream()
                .filter(other -> claimOf(other).equals(claimOf(one)))
                .toList());
    }

    /** Returns what is tested: the system, as far as the scenario tells it from others, its level and the fault. */
    private static List<Object> claimOf(VerificationRecord one) {
        return List.of(
                one.plan().control(),
                one.system().system(),
                one.system().serverVersion(),
                one.identity().dimensions(),
                one.durability(),
                one.plan().fault());
    }

    /** Counts the cuts. Runs that repeat a seed repeat the moment and the load with it: they are one cut. */
    static int distinct(Collection<VerificationRecord> verifications) {
        return (int) verifications.stream()
                .map(verification -> verification.plan().seed())
                .distinct()
                .count();
    }

    /**
     * Returns the messages acknowledged per second that the fault put at risk. Where it hit one node of several, only the
     * partitions that it led are at risk: a message of another one is with a leader that keeps running. Where it is not known
     * who led, all nodes count as leading equally many.
     */
    private static double atRiskPerSecond(VerificationRecord one) {
        FaultMoment moment = one.evidence().orElseThrow().moment();
        double all = moment.ackedBefore() / (moment.loadNanos() / NANOS_PER_SECOND);
        return hitsAll(one.plan().fault())
                ? all
                : all
                        * moment.leaders()
                                .map(leaders -> leaders.fractionOf(moment.nodes()))
                                .orElse(1.0 / Math.max(1, one.system().nodes()));
    }

    /**
     * Returns the one-sided upper bound, at 95 %, of the probability that a cut loses something: a system that loses in so many
     * cuts or more comes through all of these in at most 5 % of cases (C. J. Clopper and E. S. Pearson, "The use of confidence
     * or fiducial limits illustrated in the case of the binomial", Biometrika 26, 1934, for no losses).
     */
    public double lossPerCut() {
        return 1 - Math.pow(1 - CONFIDENCE, 1.0 / cuts);
    }

    /**
     * Returns how much too early, in nanoseconds, acknowledgements must come for a cut to find one with 95 %. Those that come
     * {@code y} early before a cut at a moment that does not depend on them are {@code y} times the rate on average, and none
     * with probability exp(-y rate) where they come one by one at random (Poisson): three on average would do at an even rate,
     * and half of one more makes up for a rate that differs by a quarter from second to second. Where servers acknowledge in
     * batches, it is as many times as long as there are messages in a batch.
     */
    public double earlyNanos() {
        return EARLY_MESSAGES / ackedPerSecond * NANOS_PER_SECOND;
    }

    /** Returns how often a cut may lose, such as {@code loss per cut below 45.1 % (95 %)}. */
    public String perCut() {
        double percent = Math.ceil(lossPerCut() * 1000) / 10;
        return String.format(Locale.ROOT, "loss per %s below %.1f %% (95 %%)", noun(fault), percent);
    }

    /** Returns {@code 5 cuts, none lost; loss per cut below 45.1 % (95 %); acknowledgements 0.8 ms early would have been seen}. */
    public String text() {
        String text = cutsText();
        return isSudden(fault) && ackedPerSecond > 0
                ? text
                        + String.format(
                                Locale.ROOT,
                                "; acknowledgements %.1f ms %s would have been seen",
                                Math.ceil(earlyNanos() / 1e5) / 10,
                                early())
                : text;
    }

    /** Returns how many cuts there were and how often one may lose, without how early an acknowledgement would have to come. */
    public String cutsText() {
        return cuts + " " + noun(fault) + (cuts == 1 ? "" : "s") + ", none lost; " + perCut();
    }

    /** Returns what a seen acknowledgement came before: after a kill, what the kernel has is still there, on the disk or not. */
    private String early() {
        return switch (fault) {
            case KILL_ONE, KILL_ALL -> "before the message was in memory";
            case POWER_ONE, POWER_ALL, PAUSE_ONE, PARTITION_ONE, DISK_FULL -> "early";
        };
    }

    public static String noun(Fault fault) {
        return fault == Fault.POWER_ONE || fault == Fault.POWER_ALL ? "cut" : "fault";
    }

    private static boolean hitsAll(Fault fault) {
        return fault == Fault.KILL_ALL || fault == Fault.POWER_ALL;
    }

    /** Tells whether the fault stops servers from one moment to the next. */
    private static boolean isSudden(Fault fault) {
        return switch (fault) {
            case KILL_ONE, KILL_ALL, POWER_ONE, POWER_ALL -> true;
            case PAUSE_ONE, PARTITION_ONE, DISK_FULL -> false;
        };
    }
}
