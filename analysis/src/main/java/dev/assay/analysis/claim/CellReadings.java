package dev.assay.analysis.claim;

import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.study.Untestable;
import dev.assay.scenario.claim.Claim;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What claims read of a finished trial, or of a search: its values, and what was found of it. Claims name latencies in milliseconds; those of a
 * phase are {@code PHASE/STATISTIC}, and without a phase where only one is measured.
 *
 * @param block the repetition that it belongs to, from 1 on
 * @param rows its values that too few samples do not keep from being any
 * @param limit the resource that was at its limit, such as {@code disk}; {@code none} where none was; empty where it is unknown
 * @param moves by what factor latencies moved on while they were measured, noise included, as {@link #move} names them
 * @param measured the length of the measured load
 * @param messages samples behind its latencies
 */
public record CellReadings(
        int block,
        List<Reading> rows,
        Found found,
        Servers servers,
        Optional<String> limit,
        Map<String, Double> moves,
        Duration measured,
        long messages) {
    /**
     * What rules have found; of a phase {@code PHASE/CODE} beside {@code CODE}.
     *
     * @param invalid those of the reasons by which its values can't be believed for the stated load; none where they can
     * @param overload whether its cell was allowed not to sustain the load
     * @param reasons codes of all rules that spoke against it, also of those that were ordered
     * @param notKnown codes of what could not be told of it
     */
    public record Found(Set<String> invalid, boolean overload, Set<String> reasons, Set<String> notKnown) {
        /** Nothing. */
        public static final Found NOTHING = new Found(Set.of(), false, Set.of(), Set.of());

        public Found {
            invalid = Set.copyOf(invalid);
            reasons = Set.copyOf(reasons);
            notKnown = Set.copyOf(notKnown);
        }
    }

    /**
     * What it was measured on.
     *
     * @param severalDisks whether each node stored its data on more than one disk, real or emulated
     * @param obstacle why it can't be used here, where something beside its verdict says so
     */
    public record Servers(boolean severalDisks, Optional<Untestable> obstacle) {}

    /** What claims call the highest sustained rate. */
    public static final String PEAK = "peak";

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

    /** From that share on a backlog counts as read from disk; the rest may have been in caches of the servers. */
    private static final double COLD = 0.8;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final String WORKER_CPU = "worker-cpu";
    private static final Set<String> ARRIVALS = Set.of("send-to-receive", "end-to-end");
    private static final String THROTTLED = "throttled";
    private static final Set<String> LATENCIES = Set.of("service", "response", "send-to-receive", "end-to-end");

    public CellReadings {
        rows = rows.stream().filter(Reading::supported).toList();
        moves = Map.copyOf(moves);
        if (block < 1) {
            throw new IllegalArgumentException("blocks count from 1, but this is " + block);
        }
    }

    /** Its values by the names that claims have for them. */
    public Map<String, Reading> named() {
        boolean single = rows.stream()
                        .map(row -> row.source().phase())
                        .filter(phase -> !phase.isEmpty())
                        .distinct()
                        .count()
                == 1;
        Map<String, Reading> named = new LinkedHashMap<>();
        for (Reading row : rows) {
            String statistic = row.statistic().equals(Statistic.CAPACITY)
                    ? PEAK
                    : row.statistic().name();
            String phase = row.source().phase();
            if (single || phase.isEmpty()) {
                named.putIfAbsent(statistic, row);
            }
            if (!phase.isEmpty()) {
                named.putIfAbsent(phase + "/" + statistic, row);
            }
        }
        return named;
    }

    /** The value of that name; empty where there is none. */
    public Optional<Reading> row(String name) {
        return Optional.ofNullable(named().get(name));
    }

    private static double inUnit(Reading row, double value) {
        return row.statistic().unit() == Statistic.Unit.NANOSECONDS ? value / NANOS_PER_MILLI : value;
    }

    /** A statistic; empty where there is none. */
    public OptionalDouble value(String name) {
        return row(name).stream().mapToDouble(row -> inUnit(row, row.value())).findFirst();
    }

    /** Where a statistic lies, with no upper end where no more is known than that it is at least so large; empty where there is none. */
    public Optional<Interval> place(String name) {
        return row(name)
                .map(row -> new Interval(
                        inUnit(row, row.low()),
                        inUnit(row, row.value()),
                        lowerBound(name) ? Double.POSITIVE_INFINITY : inUnit(row, row.high())));
    }

    /** The same as if what is not known to have stayed where it was had gone on as far as it moved while it was measured. */
    public Optional<Interval> placeMovedOn(String name) {
        double factor = settled(name) ? 1 : moves.getOrDefault(move(name), 1.0);
        return place(name)
                .map(place -> new Interval(place.low() * factor, place.centre() * factor, place.high() * factor));
    }

    /** Whether the load was not sustained of which a statistic is. */
    private boolean notSustained(String statistic) {
        return Comparability.notSustained(code -> says(found.reasons, statistic, code));
    }

    /** Whether a code is said of the phase that a statistic is of, or of the whole trial. */
    private static boolean says(Set<String> codes, String statistic, String code) {
        String phase = statistic.substring(0, statistic.indexOf('/') + 1);
        return codes.contains(phase + code)
                || (codes.contains(code) && codes.stream().noneMatch(one -> one.endsWith("/" + code)));
    }

    /** Whether the statistic is only known to be at least so large. */
    public boolean lowerBound(String statistic) {
        return ofLatency(statistic)
                && (notSustained(statistic)
                        || row(statistic).filter(Reading::lowerBound).isPresent());
    }

    /**
     * The code that keeps a statistic from being used; null where nothing does.
     *
     * @param ofLimit whether it is asked what was at its limit: nothing of the system was, where the harness was
     */
    public @Nullable Untestable untestable(String statistic, boolean ofLimit, Set<Untestable> lookOutFor) {
        if (servers.obstacle.isPresent()) {
            return servers.obstacle.get();
        }
        if ((ofLimit && limit.equals(Optional.of("harness")))
                || says(found.reasons, statistic, WORKER_CPU)
                || says(found.reasons, statistic, THROTTLED)) {
            return Untestable.U1;
        }
        if (lookOutFor.contains(Untestable.U3) && !servers.severalDisks) {
            return Untestable.U3;
        }
        if (lookOutFor.contains(Untestable.U7)
                && !(value(Statistic.FROM_DISK.name()).orElse(0) >= COLD)) {
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
        boolean cant = found.invalid.stream().anyMatch(code -> says(found.invalid, statistic, plain(code)));
        if (cant && BROKEN.stream().anyMatch(code -> says(found.reasons, statistic, code))) {
            return "lost, corrupted or failed messages";
        }
        if (cant && !found.overload && !state) {
            return "INVALID";
        }
        boolean level = !state && !notSustained(statistic) && ofSettledLoad(statistic);
        Optional<String> notCompared =
                Comparability.leftOut(code -> says(found.reasons, statistic, code), level, tail(statistic));
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
                || !(says(found.notKnown, statistic, Finding.STEADY_NOT_KNOWN)
                        || says(found.notKnown, statistic, Finding.DRIFT_NOT_KNOWN)
                        || (tail(statistic) && says(found.notKnown, statistic, Finding.P99_DRIFT_NOT_KNOWN)));
    }

    /** Whether a statistic is known to have stayed where it was, or by how much it moved. */
    public boolean followed(String statistic) {
        return settled(statistic) || moves.containsKey(move(statistic));
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
