package dev.assay.analysis;

import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.Series;
import dev.assay.core.result.TrialRecord;
import java.util.List;
import java.util.Optional;

/**
 * All figures of one trial that a report shows.
 *
 * @param latencies the measured phase, in the order of {@link LatencyMetric}; only metrics with samples
 * @param warmup the same of the warm-up
 * @param overTime every metric over the whole load
 * @param hiccups what the harness itself suffered in the measured phase: the floor under every figure
 * @param achievedPerSecond messages acknowledged within the measured phase, whenever they were due, by its length
 */
public record TrialAnalysis(
        TrialRecord trial,
        List<LatencySummary> latencies,
        List<LatencySummary> warmup,
        List<LatencyOverTime> overTime,
        HiccupSummary hiccups,
        double achievedPerSecond,
        Series series) {
    /** How much longer than asked sleeping threads of the workers slept, in nanoseconds. */
    public record HiccupSummary(long samples, long p99Nanos, long p999Nanos, long maxNanos) {}

    public TrialAnalysis {
        latencies = List.copyOf(latencies);
        warmup = List.copyOf(warmup);
        overTime = List.copyOf(overTime);
    }

    /** The measured distribution of one metric. */
    public Optional<LatencySummary> latency(LatencyMetric metric) {
        return latencies.stream().filter(summary -> summary.metric() == metric).findFirst();
    }
}
