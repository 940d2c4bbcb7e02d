package dev.assay.model.result;

import dev.assay.model.metric.LatencyMetric;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The measured distribution of one metric of one measured phase in a line; what {@code summary.csv} is made of.
 *
 * @param phase name of the measured phase
 * @param subscription empty for all live subscriptions, and for a metric of sending; otherwise the only one that it is of
 * @param samples n
 * @param negatives samples below zero; they count as 0 in the distribution
 * @param quantileNanos per cent to value in nanoseconds, lowest per cent first
 * @param supportedPercent the highest of those per cents with at least ten samples above it, 0 when there is none
 * @param quality what speaks against each value
 * @param slowest whether it is of the slowest of several live subscriptions, whose values stand for the phase
 */
public record LatencyRow(
        TrialRecord trial,
        String phase,
        String subscription,
        LatencyMetric metric,
        long samples,
        long negatives,
        double meanNanos,
        SortedMap<Double, Long> quantileNanos,
        long maxNanos,
        double supportedPercent,
        Marks quality,
        boolean slowest) {
    /**
     * What speaks against each value, in names such as {@code few-events} that are separated by spaces; empty for nothing.
     *
     * @param censored messages without a known latency, which count as larger than all samples; a value that lies among them is marked
     *     {@code bound}: it is at least that
     * @param quantiles by per cent; those that nothing speaks against may be missing
     */
    public record Marks(long censored, String mean, SortedMap<Double, String> quantiles, String max) {
        /** Nothing is known that speaks against any. */
        public static final Marks NONE = new Marks(0, "", new TreeMap<>(), "");

        public Marks {
            quantiles = Collections.unmodifiableSortedMap(new TreeMap<>(quantiles));
        }
    }

    public LatencyRow {
        quantileNanos = Collections.unmodifiableSortedMap(new TreeMap<>(quantileNanos));
    }
}
