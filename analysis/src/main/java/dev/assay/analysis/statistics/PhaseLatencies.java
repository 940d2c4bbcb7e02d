package dev.assay.analysis.statistics;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Holds the latencies of a phase's messages, all workers and intervals merged without loss. Arrivals are those of the live
 * subscriptions together, and also those of each subscription.
 */
public final class PhaseLatencies {
    private final Map<LatencyMetric, Samples> merged = new EnumMap<>(LatencyMetric.class);
    private final Map<LatencyMetric, SortedMap<String, Samples>> bySubscription = new EnumMap<>(LatencyMetric.class);

    /**
     * Holds latencies in nanoseconds.
     *
     * @param negatives samples below zero; they count as 0 in the histogram
     * @param worstNegativeNanos the lowest, 0 when there is none
     */
    public record Samples(Histogram histogram, long negatives, long worstNegativeNanos) {
        public static Samples none() {
            return new Samples(Merge.of(List.of()), 0, 0);
        }

        /** Adds samples, and may change the histogram of this object to do so. */
        Samples plus(Histogram more, long moreNegatives, long worst) {
            return new Samples(
                    Merge.into(histogram, more), negatives + moreNegatives, Math.min(worstNegativeNanos, worst));
        }

        Samples plus(IntervalHistogram more) {
            return plus(more.histogram(), more.negatives(), more.worstNegativeNanos());
        }

        Samples plus(Samples more) {
            return plus(more.histogram, more.negatives, more.worstNegativeNanos);
        }
    }

    /** Adds all samples of a subscription; the name is empty for metrics without subscriptions. */
    void add(LatencyMetric metric, String subscription, boolean live, Samples samples) {
        if (live) {
            merged.put(metric, of(metric).plus(samples));
        }
        if (!subscription.isEmpty()) {
            bySubscription.computeIfAbsent(metric, key -> new TreeMap<>()).merge(subscription, samples, Samples::plus);
        }
    }

    /** Returns the samples of a metric; for arrivals, those of the live subscriptions. */
    public Samples of(LatencyMetric metric) {
        return merged.getOrDefault(metric, Samples.none());
    }

    public Samples of(LatencyMetric metric, String subscription) {
        SortedMap<String, Samples> samples = bySubscription.get(metric);
        return samples == null ? Samples.none() : samples.getOrDefault(subscription, Samples.none());
    }

    /** Returns the number of samples below zero, of all metrics and subscriptions. */
    public long negatives() {
        return all().mapToLong(Samples::negatives).sum();
    }

    /** Returns the lowest sample below zero, in nanoseconds; 0 when there is none. */
    public long worstNegativeNanos() {
        return all().mapToLong(Samples::worstNegativeNanos).min().orElse(0);
    }

    /** Returns samples so that those stored both merged and by subscription occur once. */
    private java.util.stream.Stream<Samples> all() {
        return java.util.stream.Stream.concat(
                merged.entrySet().stream()
                        .filter(entry -> !bySubscription.containsKey(entry.getKey()))
                        .map(Map.Entry::getValue),
                bySubscription.values().stream().flatMap(samples -> samples.values().stream()));
    }
}
