package dev.assay.analysis;

import dev.assay.core.result.LatencyMetric;
import java.util.List;

/**
 * The distribution of one metric in one phase or window, all workers and intervals merged without loss.
 *
 * @param samples n
 * @param negatives samples below zero; they count as 0 in the distribution
 * @param quantiles at 50, 75, 90, 95, 99, 99.9 and 99.99 per cent, in that order
 * @param curve the whole distribution, for a nines axis: from 0 per cent towards 100
 */
public record LatencySummary(
        LatencyMetric metric,
        long samples,
        long negatives,
        double meanNanos,
        long maxNanos,
        List<Quantile> quantiles,
        List<Quantile> curve) {
    /**
     * A value and the share of samples that are not above it.
     *
     * @param percent from 0 to 100
     * @param supported whether at least ten samples lie above it; a figure with fewer says little
     */
    public record Quantile(double percent, long nanos, boolean supported) {}

    public LatencySummary {
        quantiles = List.copyOf(quantiles);
        curve = List.copyOf(curve);
    }
}
