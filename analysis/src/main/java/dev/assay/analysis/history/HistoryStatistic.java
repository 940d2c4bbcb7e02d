package dev.assay.analysis.history;

import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.timeline.Phase;
import java.util.List;
import java.util.Optional;

/**
 * A value that is followed from run to run: {@code throughput} or {@code capacity} in messages per second, a latency in
 * nanoseconds such as {@code response.p99}, or {@code valid}, the fraction of VALID trials in per cent; of trials with several measured phases
 * each value names its phase, as in {@code throughput in burst}.
 */
public record HistoryStatistic(String name) {
    /** Messages acknowledged within the phase by its length. */
    private static final String THROUGHPUT = "throughput";

    private static final String OF_VALID = "valid";
    private static final String IN = " in ";
    private static final List<String> LATENCIES = List.of("response.p50", "response.p99", "end-to-end.p99");

    /** How many of a hundred trials are VALID: what no median of those that count shows. */
    public static final HistoryStatistic VALID = new HistoryStatistic(OF_VALID);

    /** The highest sustained rate that a search has found. */
    static final HistoryStatistic CAPACITY = new HistoryStatistic(ComparisonRequest.CAPACITY);

    public HistoryStatistic {
        String value = name.split(IN, 2)[0];
        if (!value.equals(THROUGHPUT) && !name.equals(ComparisonRequest.CAPACITY) && !name.equals(OF_VALID)) {
            LatencyStatistic.parse(name);
        }
    }

    /** The rate at which messages of a phase were acknowledged. */
    public static HistoryStatistic throughput(Phase phase, boolean several) {
        return new HistoryStatistic(THROUGHPUT + (several ? IN + phase.name() : ""));
    }

    static List<HistoryStatistic> latencies(Phase phase, boolean several) {
        return LATENCIES.stream()
                .map(latency -> new HistoryStatistic(latency + (several ? IN + phase.name() : "")))
                .toList();
    }

    /** Whether it is a rate in messages per second. */
    public boolean isRate() {
        return latency().isEmpty() && !equals(VALID);
    }

    /** Whether more is better. */
    public boolean isBetterHigher() {
        return latency().isEmpty();
    }

    /** The latency that it is of, in nanoseconds; empty for anything else. */
    public Optional<LatencyStatistic> latency() {
        return name.startsWith(THROUGHPUT) || name.equals(ComparisonRequest.CAPACITY) || equals(VALID)
                ? Optional.empty()
                : Optional.of(LatencyStatistic.parse(name));
    }

    @Override
    public String toString() {
        return name;
    }
}
