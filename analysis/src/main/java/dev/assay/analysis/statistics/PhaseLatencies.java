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
 * The latencies of a phase's messages, all workers and intervals merged without loss. Arrivals are those of the subscriptions that
 * tail; of each subscription there are its own as well.
 */
public final class PhaseLatencies {
    private final Map<LatencyMetric, Samples> merged = new EnumMap<>(LatencyMetric.class);
    private final Map<LatencyMetric, SortedMap<String, Samples>> bySubscription = new EnumMap<>(LatencyMetric.class);

    /**
     * Latencies in nanoseconds.
     *
     * @param negatives samples below zero; they count as 0 in the histogram
     * @param worstNegativeNanos the lowest, 0 when there is none
     */
    public record Samples(Histogram histogram, long negatives, long worstNegativeNanos) {
        /** None. */
        public static Samples none() {
            return new Samples(Merge.of(List.of()), 0, 0);
        }

        /** These and more; the histogram of this one takes them, where it is precise enough. */
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

    /** Adds all that was recorded of a subscription; of none where the name is empty. */
    void add(LatencyMetric metric, String subscription, boolean live, Samples samples) {
        if (live) {
            merged.put(metric, of(metric).plus(samples));
        }
        if (!subscription.isEmpty()) {
            bySubscription.computeIfAbsent(metric, key -> new TreeMap<>()).merge(subscription, samples, Samples::plus);
        }
    }

    /** The samples of a metric; for one of arrivals, of the live subscriptions. */
    public Samples of(LatencyMetric metric) {
        return merged.getOrDefault(metric, Samples.none());
    }

    /** The samples of a metric of one subscription. */
    public Samples of(LatencyMetric metric, String subscription) {
        SortedMap<String, Samples> own = bySubscription.get(metric);
        return own == null ? Samples.none() : own.getOrDefault(subscription, Samples.none());
    }

    /** Samples below zero, of all metrics and subscriptions. */
    public long negatives() {
        return all().mapToLong(Samples::negatives).sum();
    }

    /** The lowest of them, in nanoseconds; 0 when there is none. */
    public long worstNegativeNanos() {
        return all().mapToLong(Samples::worstNegativeNanos).min().orElse(0);
    }

    /** What is in both is counted once. */
    private java.util.stream.Stream<Samples> all() {
        return java.util.stream.Stream.concat(
                merged.entrySet().stream()
                        .filter(entry -> !bySubscription.containsKey(entry.getKey()))
                        .map(Map.Entry::getValue),
                bySubscription.values().stream().flatMap(own -> own.values().stream()));
    }
}
