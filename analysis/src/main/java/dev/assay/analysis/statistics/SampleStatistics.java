package dev.assay.analysis.statistics;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Holds what is needed to decide how far the statistics of a phase can be relied on.
 *
 * @param samples of each metric with samples
 * @param events for each metric, the number of separate events that the samples above each percentile of {@link
 *     LatencyStatistic#PERCENTS} come from; none where they were not counted
 * @param pauses of the workers in the phase
 */
public record SampleStatistics(Map<Of, CensoredSamples> samples, Map<Of, List<Double>> events, Pauses pauses) {
    /** @param subscription empty for all live subscriptions, and for a metric of sending */
    public record Of(LatencyMetric metric, String subscription) {}

    public SampleStatistics {
        samples = Map.copyOf(samples);
        events = Map.copyOf(events);
    }

    /** Returns the number of events at one percentile; empty where they were not counted. */
    public OptionalDouble events(Of of, double percent) {
        List<Double> counted = events.getOrDefault(of, List.of());
        int index = LatencyStatistic.PERCENTS.indexOf(percent);
        return counted.isEmpty() || index < 0 ? OptionalDouble.empty() : OptionalDouble.of(counted.get(index));
    }
}
