package dev.assay.analysis;

import dev.assay.analysis.quality.Quality;
import dev.assay.model.metric.LatencyMetric;
import java.util.List;
import java.util.Optional;

/**
 * The distribution of one metric in one phase or window, all workers and intervals merged without loss.
 *
 * @param samples n
 * @param negatives samples below zero; they count as 0 in the distribution
 * @param censored messages without a known latency, which count as larger than all samples: those that failed, never arrived, or were
 *     never sent
 * @param mean how far the mean can be relied on
 * @param max how far the largest sample can be relied on
 * @param quantiles at 50, 75, 90, 95, 99, 99.9 and 99.99 per cent, in that order
 * @param curve the whole distribution, for a nines axis: from 0 per cent towards 100
 */
public record LatencySummary(
        LatencyMetric metric,
        long samples,
        long negatives,
        long censored,
        double meanNanos,
        Quality mean,
        long maxNanos,
        Quality max,
        List<Quantile> quantiles,
        List<Quantile> curve) {
    /**
     * A value and the fraction of samples that are not above it.
     *
     * @param percent from 0 to 100
     * @param quality how far it can be relied on
     */
    public record Quantile(double percent, long nanos, Quality quality) {
        /** Whether at least ten samples lie above it; a value with fewer says little. */
        public boolean supported() {
            return quality.supported();
        }
    }

    public LatencySummary {
        quantiles = List.copyOf(quantiles);
        curve = List.copyOf(curve);
    }

    /** One of its quantiles; empty where there is none at that percent. */
    public Optional<Quantile> quantile(double percent) {
        return quantiles.stream()
                .filter(quantile -> quantile.percent() == percent)
                .findFirst();
    }
}
