package dev.assay.analysis.history;

import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.timeline.Phase;
import java.util.List;
import java.util.Optional;

/**
 * A value that is followed from run to run: {@code throughput} or {@code capacity} in messages per second, or a latency in
 * nanoseconds such as {@code response.p99}; of trials with several measured phases each names its phase, as in
 * {@code throughput in burst}.
 */
public record HistoryStatistic(String name) {
    /** Messages acknowledged within the phase by its length. */
    private static final String THROUGHPUT = "throughput";

    private static final String IN = " in ";
    private static final List<String> LATENCIES = List.of("response.p50", "response.p99", "end-to-end.p99");

    /** The highest sustained rate that a search has found. */
    static final HistoryStatistic CAPACITY = new HistoryStatistic(ComparisonRequest.CAPACITY);

    public HistoryStatistic {
        String value = name.split(IN, 2)[0];
        if (!value.equals(THROUGHPUT) && !name.equals(ComparisonRequest.CAPACITY)) {
            LatencyStatistic.parse(name);
        }
    }

    static HistoryStatistic throughput(Phase phase, boolean several) {
        return new HistoryStatistic(THROUGHPUT + (several ? IN + phase.name() : ""));
    }

    static List<HistoryStatistic> latencies(Phase phase, boolean several) {
        return LATENCIES.stream()
                .map(latency -> new HistoryStatistic(latency + (several ? IN + phase.name() : "")))
                .toList();
    }

    /** Whether it is a rate in messages per second, of which more is better; otherwise a latency in nanoseconds. */
    public boolean isRate() {
        return latency().isEmpty();
    }

    /** The latency that it is of; empty for a rate. */
    public Optional<LatencyStatistic> latency() {
        return name.startsWith(THROUGHPUT) || name.equals(ComparisonRequest.CAPACITY)
                ? Optional.empty()
                : Optional.of(LatencyStatistic.parse(name));
    }

    @Override
    public String toString() {
        return name;
    }
}
