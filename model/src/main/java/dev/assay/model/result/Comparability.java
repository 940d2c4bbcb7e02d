package dev.assay.model.result;

import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides which reasons keep the values of a trial from being compared with others: one definition, for comparisons, gates,
 * cards and claims. Whatever else degrades a trial (a machine that the system itself fills, duplicates, a few failed
 * messages) is of the system, and its values count. What the harness added to a single value is no reason here: such a value
 * counts as the interval in which it lies.
 */
public final class Comparability {
    /** Lists the codes of a load that was not sustained: later latencies are then only lower bounds. */
    public static final Set<String> NOT_SUSTAINED =
            Set.of("rate-missed", "outstanding-growing", "not-drained", "unsent");

    /**
     * Nothing is decided by a smaller fraction of the planned values: those missing may be missing because of what they would
     * have shown.
     */
    public static final double MIN_FRACTION = 0.8;

    /** Gives the reason, in the words of summaries and cards, why a value does not count when other work used its machine. */
    public static final String DISTURBED = "disturbed by other work on the machine";

    /** Lists the codes of other work on processors or disks, which reaches every value, and in one block more than in another. */
    private static final Set<String> OTHER_WORK = Set.of("foreign-cpu", "foreign-disk", "steal");

    private static final Set<String> SEVERAL_LEVELS = Set.of("drift", "two-levels", "not-steady");

    private static final double ROUNDING = 1e-9;

    /** Lists the codes of a worker whose machine is full, or whose quota was used up. */
    private static final Set<String> WORKER_PROCESSORS = Set.of("worker-cpu", "throttled");

    /** Marks a trial that was offered less load from some time on than the trials that it would be compared with. */
    public static final String WORKER_LOST = "worker-lost";

    private static final String ALLOCATION_STALLS = "allocation-stalls";
    private static final String NO_SYNCS = "no-syncs";

    /** A machine that slept says nothing of the system: its trial is INVALID, but has not failed. */
    private static final String SUSPENDED = "suspended";

    public static final double TAIL_FROM_PERCENT = 99;

    private Comparability() {}

    /**
     * Returns why a value must not be compared; empty where it may.
     *
     * @param says whether a code is among the reasons about the trial or the value's phase
     * @param level whether it is one value of the whole phase, which must have stayed at one level: so is each latency of a load
     *     that was sustained
     * @param tail whether it is one of the tail
     */
    public static Optional<String> leftOut(Predicate<String> says, boolean level, boolean tail) {
        if (disturbed(says)) {
            return Optional.of(DISTURBED);
        }
        if (says.test(WORKER_LOST)) {
            return Optional.of("with a worker lost under load");
        }
        if (WORKER_PROCESSORS.stream().anyMatch(says)) {
            return Optional.of("with no processor left for load workers");
        }
        if (tail && says.test(ALLOCATION_STALLS)) {
            return Optional.of("with workers that waited for memory");
        }
        if (says.test(NO_SYNCS)) {
            return Optional.of("acknowledged before its level allows");
        }
        return level && SEVERAL_LEVELS.stream().anyMatch(says)
                ? Optional.of("not at one level while it was measured")
                : Optional.empty();
    }

    /** Tells whether a trial was disturbed by other work on the machine, which may not disturb the next. */
    public static boolean disturbed(Predicate<String> says) {
        return OTHER_WORK.stream().anyMatch(says);
    }

    public static boolean enough(int count, int planned) {
        return count >= MIN_FRACTION * planned - ROUNDING;
    }

    /** Tells whether a load was not sustained, by the codes of the reasons and findings about the trial or the phase. */
    public static boolean notSustained(Predicate<String> says) {
        return NOT_SUSTAINED.stream().anyMatch(says);
    }

    /** Tells whether a trial with that INVALID reason has failed; otherwise it counts as no trial. */
    public static boolean failed(String code) {
        return !code.equals(SUSPENDED);
    }
}
