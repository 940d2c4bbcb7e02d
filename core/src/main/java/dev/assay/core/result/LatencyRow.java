package dev.assay.core.result;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The measured distribution of one metric of one measured phase in a line; what {@code summary.csv} is made of.
 *
 * @param phase name of the measured phase
 * @param subscription empty for all that tail, and for a metric of sending; otherwise the only one that it is of
 * @param samples n
 * @param negatives samples below zero; they count as 0 in the distribution
 * @param quantileNanos per cent to value in nanoseconds, lowest per cent first
 * @param supportedPercent the highest of those per cents with at least ten samples above it, 0 when there is none
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
        double supportedPercent) {
    public LatencyRow {
        quantileNanos = Collections.unmodifiableSortedMap(new TreeMap<>(quantileNanos));
    }
}
