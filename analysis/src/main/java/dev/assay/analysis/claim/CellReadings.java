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
 * Holds the values and findings of a finished trial, or of a search, that claims refer to. Claims state latencies in milliseconds;
 * those of a phase are named {@code PHASE/STATISTIC}, without the phase where only one is measured.
 *
 * @param block the repetition that the trial belongs to, from 1 on
 * @param rows its values, but for percentiles with too few samples to be values
 * @param limit the resource that was at its limit, such as {@code disk}; {@code none} where none was; empty where it is unknown
 * @param moves the factor by which latencies moved during the measurement, noise included, keyed as by {@link #move}
 * @param measured the length of the measured load
 * @param messages samples behind its latencies
 */
public record CellReadings(
        int block,
        List<Reading> rows,
        Findings findings,
        Servers servers,
        Optional<String> limit,
        Map<String, Double> moves,
        Duration measured,
        long messages) {
    /**
     * Holds what rules found; a finding about a phase is listed as {@code PHASE/CODE} beside {@code CODE}.
     *
     * @param invalid codes of the reasons why the values can't be believed for the stated load; none where they can
     * @param overload whether its cell was allowed not to sustain the load
     * @param reasons codes of all rules that spoke against it, also where the scenario expected them
     * @param notKnown codes of what could not be determined
     */
    public record Findings(Set<String> invalid, boolean overload, Set<String> reasons, Set<String> notKnown) {
        public static final Findings NOTHING = new Findings(Set.of(), false, Set.of(), Set.of());

        public Findings {
            invalid = Set.copyOf(invalid);
            reasons = Set.copyOf(reasons);
            notKnown = Set.copyOf(notKnown);
        }
    }

    /**
     * @param severalDisks whether each node stored its data on more than one disk, real or emulated
     * @param obstacle why the trial can't be used here, where something beside its verdict says so
     */
    public record Servers(boolean severalDisks, Optional<Untestable> obstacle) {}

    public static final String PEAK = "peak";

    /** Lists the codes of a trial that is no result of any kind. */
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

    /** Gives the fraction from which on a backlog counts as read from disk; the rest may have been in caches of the servers. */
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

    public Optional<Reading> row(String name) {
        return Optional.ofNullable(named().get(name));
    }

    private static double inUnit(Reading row, double value) {
        return row.statistic().unit() == Statistic.Unit.NANOSECONDS ? value / NANOS_PER_MILLI : value;
    }

    public OptionalDouble value(String name) {
        return row(name).stream().mapToDouble(row -> inUnit(row, row.value())).findFirst();
    }

    /** Returns the interval of a statistic; a lower bound has an infinite upper end. Empty where there is no value. */
    public Optional<Interval> place(String name) {
        return row(name)
                .map(row -> new Interval(
                        inUnit(row, row.low()),
                        inUnit(row, row.value()),
                        lowerBound(name) ? Double.POSITIVE_INFINITY : inUnit(row, row.high())));
    }

    /** Returns the interval as if a statistic that is not known to be settled had continued to move by the same factor. */
    public Optional<Interval> placeMovedOn(String name) {
        double factor = settled(name) ? 1 : moves.getOrDefault(move(name), 1.0);
        return place(name)
                .map(place -> new Interval(place.low() * factor, place.centre() * factor, place.high() * factor));
    }

    private boolean notSustained(String statistic) {
        return Comparability.notSustained(code -> says(findings.reasons, statistic, code));
    }

    private static boolean says(Set<String> codes, String statistic, String code) {
        String phase = statistic.substring(0, statistic.indexOf('/') + 1);
        return codes.contains(phase + code)
                || (codes.contains(code) && codes.stream().noneMatch(one -> one.endsWith("/" + code)));
    }

    public boolean lowerBound(String statistic) {
        return ofLatency(statistic)
                && (notSustained(statistic)
                        || row(statistic).filter(Reading::lowerBound).isPresent());
    }

    /**
     * Returns the code that keeps a statistic from being used; null where nothing does.
     *
     * @param ofLimit whether the question is which resource was at its limit: where the harness was, nothing of the system was
     */
    public @Nullable Untestable untestable(String statistic, boolean ofLimit, Set<Untestable> lookOutFor) {
        if (servers.obstacle.isPresent()) {
            return servers.obstacle.get();
        }
        if ((ofLimit && limit.equals(Optional.of("harness")))
                || says(findings.reasons, statistic, WORKER_CPU)
                || says(findings.reasons, statistic, THROTTLED)) {
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
     * Returns for people why the trial is left out of a condition on this statistic; null where it counts. A state is a result, not a
     * flaw.
     *
     * @param statistic empty for a state without a statistic
     */
    public @Nullable String leftOut(String statistic, boolean state, Claim.Needs needs) {
        boolean cant = findings.invalid.stream().anyMatch(code -> says(findings.invalid, statistic, plain(code)));
        if (cant && BROKEN.stream().anyMatch(code -> says(findings.reasons, statistic, code))) {
            return "lost, corrupted or failed messages";
        }
        if (cant && !findings.overload && !state) {
            return "INVALID";
        }
        boolean level = !state && !notSustained(statistic) && ofSettledLoad(statistic);
        Optional<String> notCompared =
                Comparability.leftOut(code -> says(findings.reasons, statistic, code), level, tail(statistic));
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

    public boolean settled(String statistic) {
        return !ofSettledLoad(statistic)
                || notSustained(statistic)
                || !(says(findings.notKnown, statistic, Finding.STEADY_NOT_KNOWN)
                        || says(findings.notKnown, statistic, Finding.DRIFT_NOT_KNOWN)
                        || (tail(statistic) && says(findings.notKnown, statistic, Finding.P99_DRIFT_NOT_KNOWN)));
    }

    /** Tells whether a statistic is known to have been steady, or by how much it moved. */
    public boolean followed(String statistic) {
        return settled(statistic) || moves.containsKey(move(statistic));
    }

    /**
     * Returns the series with which a latency moves: p50 or p99 of the response time, or of end-to-end times; of a phase as {@code
     * PHASE/response p50}.
     */
    private static String move(String statistic) {
        int metric = statistic.indexOf('/') + 1;
        String series =
                ARRIVALS.stream().anyMatch(one -> statistic.startsWith(one + ".", metric)) ? "end-to-end" : "response";
        return statistic.substring(0, metric) + series + (tail(statistic) ? " p99" : " p50");
    }

    private static boolean ofLatency(String statistic) {
        return LATENCIES.stream().anyMatch(latency -> statistic.contains(latency + "."));
    }

    /**
     * Tells whether a statistic is a latency that stands for the whole phase, and so assumes that the load had settled; statistics
     * with arguments describe movement itself.
     */
    public static boolean ofSettledLoad(String statistic) {
        return !statistic.contains("(") && ofLatency(statistic);
    }

    private static boolean tail(String statistic) {
        return statistic.contains(".p99") || statistic.endsWith(".max");
    }
}
