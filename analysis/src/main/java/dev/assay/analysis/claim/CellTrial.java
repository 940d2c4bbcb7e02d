package dev.assay.analysis.claim;

import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.study.Untestable;
import dev.assay.scenario.claim.Claim;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What claims read of a finished trial.
 *
 * @param block the repetition that it belongs to, from 1 on
 * @param invalid those of the reasons by which its values can't be believed for the stated load; none where they can
 * @param overload whether its cell was allowed not to sustain the load
 * @param reasons codes of all rules that spoke against it, also of those that were ordered; of those about a phase {@code PHASE/CODE} as well
 * @param notKnown codes of what could not be told of it; of those about a phase {@code PHASE/CODE} as well
 * @param limit the resource that was at its limit, such as {@code disk}; {@code none} where none was; empty where it is unknown
 * @param limitName which of its kind, where that is known
 * @param severalDisks whether each of its nodes stored its data on more than one disk, real or emulated
 * @param obstacle why it can't be used here, where something beside its verdict says so
 * @param values statistics by name; those of a phase as {@code PHASE/STATISTIC}
 * @param ranges where those lie that the harness had a part in; others are what was measured
 * @param moves by what factor latencies moved on while they were measured, noise included, as {@link #move} names them
 * @param measured the length of the measured load
 * @param messages samples behind its latencies
 */
public record CellTrial(
        int block,
        Set<String> invalid,
        boolean overload,
        Set<String> reasons,
        Set<String> notKnown,
        Optional<String> limit,
        Optional<String> limitName,
        boolean severalDisks,
        Optional<Untestable> obstacle,
        Map<String, Double> values,
        Map<String, Interval> ranges,
        Map<String, Double> moves,
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
    private static final Set<String> ARRIVALS = Set.of("send-to-receive", "end-to-end");
    private static final String THROTTLED = "throttled";
    private static final Set<String> LATENCIES = Set.of("service", "response", "send-to-receive", "end-to-end");

    public CellTrial {
        ranges = Map.copyOf(ranges);
        moves = Map.copyOf(moves);
        if (block < 1) {
            throw new IllegalArgumentException("blocks count from 1, but this is " + block);
        }
        invalid = Set.copyOf(invalid);
        reasons = Set.copyOf(reasons);
        notKnown = Set.copyOf(notKnown);
        values = Map.copyOf(values);
    }

    /** A statistic; empty where there is none. */
    public OptionalDouble value(String name) {
        Double value = values.get(name);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Where a statistic lies, with no upper end where no more is known than that it is at least so large; empty where there is none. */
    public Optional<Interval> place(String name) {
        Double value = values.get(name);
        if (value == null) {
            return Optional.empty();
        }
        Interval place = ranges.getOrDefault(name, new Interval(value, value, value));
        return Optional.of(
                lowerBound(name) ? new Interval(place.low(), place.centre(), Double.POSITIVE_INFINITY) : place);
    }

    /** Whether the load was not sustained of which a statistic is. */
    private boolean notSustained(String statistic) {
        return Comparability.notSustained(code -> says(reasons, statistic, code));
    }

    /** Whether a code is said of the phase that a statistic is of, or of the whole trial. */
    private static boolean says(Set<String> codes, String statistic, String code) {
        String phase = statistic.substring(0, statistic.indexOf('/') + 1);
        return codes.contains(phase + code)
                || (codes.contains(code) && codes.stream().noneMatch(one -> one.endsWith("/" + code)));
    }

    /** Whether the statistic is only known to be at least so large. */
    public boolean lowerBound(String statistic) {
        return ofLatency(statistic) && notSustained(statistic);
    }

    /**
     * The code that keeps a statistic from being used; null where nothing does.
     *
     * @param ofLimit whether it is asked what was at its limit: nothing of the system was, where the harness was
     */
    public @Nullable Untestable untestable(String statistic, boolean ofLimit, Set<Untestable> lookOutFor) {
        if (obstacle.isPresent()) {
            return obstacle.get();
        }
        if ((ofLimit && limit.equals(Optional.of("harness")))
                || says(reasons, statistic, WORKER_CPU)
                || says(reasons, statistic, THROTTLED)) {
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

    /**
     * Why it is left out of a condition on this statistic, for people; null where it counts. A state is one of the results, not a flaw.
     *
     * @param statistic empty for a state that is of none
     */
    public @Nullable String leftOut(String statistic, boolean state, Claim.Needs needs) {
        boolean cant = invalid.stream().anyMatch(code -> says(invalid, statistic, plain(code)));
        if (cant && BROKEN.stream().anyMatch(code -> says(reasons, statistic, code))) {
            return "lost, corrupted or failed messages";
        }
        if (cant && !overload && !state) {
            return "INVALID";
        }
        boolean level = !state && !notSustained(statistic) && ofSettledLoad(statistic);
        Optional<String> notCompared =
                Comparability.leftOut(code -> says(reasons, statistic, code), level, tail(statistic));
        if (notCompared.isPresent()) {
            return notCompared.get();
        }
        if (measured.compareTo(needs.measure()) < 0 || messages < needs.messages()) {
            return "shorter than the claim needs";
        }
        return null;
    }

    private static String plain(String code) {
        return code.substring(code.indexOf('/') + 1);
    }

    /** Whether what a statistic is of is known to have stayed where it was while it was measured. */
    public boolean settled(String statistic) {
        return !ofSettledLoad(statistic)
                || notSustained(statistic)
                || !(says(notKnown, statistic, Finding.STEADY_NOT_KNOWN)
                        || says(notKnown, statistic, Finding.DRIFT_NOT_KNOWN)
                        || (tail(statistic) && says(notKnown, statistic, Finding.P99_DRIFT_NOT_KNOWN)));
    }

    /** Whether a statistic is known to have stayed where it was, or by how much it moved. */
    public boolean followed(String statistic) {
        return settled(statistic) || moves.containsKey(move(statistic));
    }

    /** The same trial as if what is not known to have stayed where it was had gone on as far as it moved while it was measured. */
    public CellTrial movedOn() {
        Map<String, Double> later = new HashMap<>(values);
        later.replaceAll((name, value) -> value * factor(name));
        Map<String, Interval> around = new HashMap<>(ranges);
        around.replaceAll((name, range) ->
                new Interval(range.low() * factor(name), range.centre() * factor(name), range.high() * factor(name)));
        return new CellTrial(
                block,
                invalid,
                overload,
                reasons,
                notKnown,
                limit,
                limitName,
                severalDisks,
                obstacle,
                later,
                around,
                moves,
                measured,
                messages);
    }

    private double factor(String statistic) {
        return settled(statistic) ? 1 : moves.getOrDefault(move(statistic), 1.0);
    }

    /** What a latency moves with: p50 or p99 of the response time, or of end-to-end times; of a phase as {@code PHASE/response p50}. */
    private static String move(String statistic) {
        int metric = statistic.indexOf('/') + 1;
        String series =
                ARRIVALS.stream().anyMatch(one -> statistic.startsWith(one + ".", metric)) ? "end-to-end" : "response";
        return statistic.substring(0, metric) + series + (tail(statistic) ? " p99" : " p50");
    }

    private static boolean ofLatency(String statistic) {
        return LATENCIES.stream().anyMatch(latency -> statistic.contains(latency + "."));
    }

    /** A latency that is one value for the whole phase, which moved on while it was taken; what tells how it moved is none. */
    public static boolean ofSettledLoad(String statistic) {
        return !statistic.contains("(") && ofLatency(statistic);
    }

    /** p99 and above. */
    private static boolean tail(String statistic) {
        return statistic.contains(".p99") || statistic.endsWith(".max");
    }
}
