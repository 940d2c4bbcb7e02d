package dev.assay.analysis;

import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.analysis.evidence.PhaseLatencies.Samples;
import dev.assay.core.result.LatencyMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Turns recorded intervals into summaries. */
final class Summaries {
    /** The per cents of every table. */
    static final List<Double> PERCENTS = List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99);

    /** A quantile with fewer samples above it is hearsay. */
    private static final int SAMPLES_ABOVE = 10;

    /** Points a halving of the distance to 100 per cent: 150 points up to a thousand million samples. */
    private static final int TICKS_PER_HALVING = 5;

    private static final double ROUNDING = 1e-6;

    private Summaries() {}

    /** One summary for each metric that has samples, in the order of the metrics. */
    static List<LatencySummary> of(Function<LatencyMetric, Samples> samples) {
        List<LatencySummary> summaries = new ArrayList<>();
        for (LatencyMetric metric : LatencyMetric.values()) {
            Samples own = samples.apply(metric);
            if (own.histogram().getTotalCount() > 0) {
                summaries.add(of(metric, own.histogram(), own.negatives()));
            }
        }
        return summaries;
    }

    private static LatencySummary of(LatencyMetric metric, Histogram merged, long negatives) {
        List<Quantile> quantiles =
                PERCENTS.stream().map(percent -> quantile(merged, percent)).toList();
        return new LatencySummary(
                metric,
                merged.getTotalCount(),
                negatives,
                merged.getMean(),
                merged.getMaxValue(),
                quantiles,
                curve(merged));
    }

    private static Quantile quantile(Histogram histogram, double percent) {
        return new Quantile(
                percent, histogram.getValueAtPercentile(percent), isSupported(histogram.getTotalCount(), percent));
    }

    static boolean isSupported(long samples, double percent) {
        return samples * (100 - percent) / 100 >= SAMPLES_ABOVE - ROUNDING;
    }

    /** Ends with the largest sample at the highest share that n samples can show, 1 − 1/n: 100 has no place on the axis. */
    private static List<Quantile> curve(Histogram histogram) {
        List<Quantile> curve = new ArrayList<>();
        long samples = histogram.getTotalCount();
        if (samples == 0) {
            return curve;
        }
        double last = 100.0 * (samples - 1) / samples;
        for (HistogramIterationValue point : histogram.percentiles(TICKS_PER_HALVING)) {
            double percent = point.getPercentileLevelIteratedTo();
            if (percent < last) {
                curve.add(new Quantile(percent, point.getValueIteratedTo(), isSupported(samples, percent)));
            }
        }
        curve.add(new Quantile(last, histogram.getMaxValue(), isSupported(samples, last)));
        return curve;
    }
}
