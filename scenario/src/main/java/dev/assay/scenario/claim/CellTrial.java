package dev.assay.scenario.claim;

import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Finding;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What claims read of a finished trial.
 *
 * @param block the repetition that it belongs to, from 1 on
 * @param invalid whether its values can't be believed for the stated load
 * @param overload whether its cell was allowed not to sustain the load
 * @param reasons codes of all rules that spoke against it, also of those that were ordered; of those about a phase {@code PHASE/CODE} as well
 * @param notKnown codes of what could not be told of it; of those about a phase {@code PHASE/CODE} as well
 * @param limit the resource that was at its limit, such as {@code disk}; {@code none} where none was; empty where it is unknown
 * @param limitName which of its kind, where that is known
 * @param severalDisks whether each of its nodes stored its data on more than one disk, real or emulated
 * @param obstacle why it can't be used here, where something beside its verdict says so
 * @param values statistics by name; those of a phase as {@code PHASE/STATISTIC}
 * @param ranges where those lie that the harness had a part in; others are what was measured
 * @param measured the length of the measured load
 * @param messages samples behind its latencies
 */
public record CellTrial(
        int block,
        boolean invalid,
        boolean overload,
        Set<String> reasons,
        Set<String> notKnown,
        Optional<String> limit,
        Optional<String> limitName,
        boolean severalDisks,
        Optional<Untestable> obstacle,
        Map<String, Double> values,
        Map<String, Interval> ranges,
        Duration measured,
        long messages) {
    /** Codes of a trial that is no result of any kind. */
    private static final Set<String> BROKEN = Set.of(
            "loss",
            "missing",
            "undelivered",
            "corrupted",
            "unexpected",
            "violations",
            "nothing-measured",
            "messages-failed",
            "messages-unknown");

    /** The statistic of what servers fetched from disks while a consumer group caught up, over the bytes of its backlog. */
    public static final String FROM_DISK = "catch-up.from-disk";

    /** From that share on a backlog counts as read from disk; the rest may have been in caches of the servers. */
    private static final double COLD = 0.8;

    private static final String WORKER_CPU = "worker-cpu";
    private static final Set<String> LATENCIES = Set.of("service", "response", "send-to-receive", "end-to-end");

    /** One in whose values the harness had no part. */
    public CellTrial(
            int block,
            boolean invalid,
            boolean overload,
            Set<String> reasons,
            Set<String> notKnown,
            Optional<String> limit,
            Optional<String> limitName,
            boolean severalDisks,
            Optional<Untestable> obstacle,
            Map<String, Double> values,
            Duration measured,
            long messages) {
        this(
                block,
                invalid,
                overload,
                reasons,
                notKnown,
                limit,
                limitName,
                severalDisks,
                obstacle,
                values,
                Map.of(),
                measured,
                messages);
    }

    public CellTrial {
        ranges = Map.copyOf(ranges);
        if (block < 1) {
            throw new IllegalArgumentException("blocks count from 1, but this is " + block);
        }
        reasons = Set.copyOf(reasons);
        notKnown = Set.copyOf(notKnown);
        values = Map.copyOf(values);
    }

    OptionalDouble value(String name) {
        Double value = values.get(name);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Where a value lies; empty where there is none. */
    Optional<Interval> place(String name) {
        Double value = values.get(name);
        return value == null
                ? Optional.empty()
                : Optional.of(ranges.getOrDefault(name, new Interval(value, value, value)));
    }

    boolean notSustained() {
        return Comparability.notSustained(reasons::contains);
    }

    /** Whether the statistic is only known to be at least so large. */
    public boolean lowerBound(String statistic) {
        return notSustained() && LATENCIES.stream().anyMatch(latency -> statistic.contains(latency + "."));
    }

    /** The same in a phase, by what was found of that phase and of the whole trial. */
    boolean lowerBound(String statistic, String phase) {
        return LATENCIES.stream().anyMatch(latency -> statistic.contains(latency + "."))
                && Comparability.NOT_SUSTAINED.stream()
                        .anyMatch(code -> reasons.contains(phase + "/" + code) || ofWholeTrial(code));
    }

    private boolean ofWholeTrial(String code) {
        return reasons.contains(code) && reasons.stream().noneMatch(reason -> reason.endsWith("/" + code));
    }

    /** The code that keeps it from being used, if there is one. */
    @Nullable
    Untestable untestable(Set<Untestable> lookOutFor) {
        if (obstacle.isPresent()) {
            return obstacle.get();
        }
        if (limit.equals(Optional.of("harness")) || reasons.contains(WORKER_CPU)) {
            return Untestable.U1;
        }
        if (lookOutFor.contains(Untestable.U3) && !severalDisks) {
            return Untestable.U3;
        }
        if (lookOutFor.contains(Untestable.U7) && !(values.getOrDefault(FROM_DISK, 0.0) >= COLD)) {
            return Untestable.U7;
        }
        boolean another = limit.isPresent() && !limit.get().equals("disk");
        return lookOutFor.contains(Untestable.U2) && another ? Untestable.U2 : null;
    }

    /** Why it is left out of a condition on this statistic; nothing where it counts. A state is one of the results, not a flaw. */
    @Nullable
    String leftOut(String statistic, boolean state, Claim.Needs needs) {
        if (invalid && reasons.stream().anyMatch(BROKEN::contains)) {
            return "lost, corrupted or failed messages";
        }
        if (invalid && !overload && !state) {
            return "INVALID";
        }
        boolean level = !state && !notSustained() && ofSettledLoad(statistic);
        Optional<String> notCompared = Comparability.leftOut(reasons::contains, level, tail(statistic));
        if (notCompared.isPresent()) {
            return notCompared.get();
        }
        if (measured.compareTo(needs.measure()) < 0 || messages < needs.messages()) {
            return "shorter than the claim needs";
        }
        return null;
    }

    /** Whether what a statistic is of is known to have stayed where it was while it was measured. */
    boolean settled(String statistic) {
        return !ofSettledLoad(statistic)
                || notSustained()
                || !(notKnown.contains(Finding.STEADY_NOT_KNOWN)
                        || notKnown.contains(Finding.DRIFT_NOT_KNOWN)
                        || (tail(statistic) && notKnown.contains(Finding.P99_DRIFT_NOT_KNOWN)));
    }

    /** A latency that is one value for the whole phase, which moved on while it was taken; what tells how it moved is none. */
    private static boolean ofSettledLoad(String statistic) {
        return !statistic.contains("(") && LATENCIES.stream().anyMatch(latency -> statistic.contains(latency + "."));
    }

    /** p99 and above. */
    private static boolean tail(String statistic) {
        return statistic.contains(".p99") || statistic.endsWith(".max");
    }
}
