package dev.assay.analysis;

import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.analysis.quality.PhaseQualities;
import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.statistics.CensoredSamples;
import dev.assay.analysis.statistics.PhaseStatistics;
import dev.assay.analysis.statistics.SampleStatistics.Of;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Turns recorded intervals into summaries. */
final class Summaries {
    /** Points a halving of the distance to 100 per cent: 150 points up to a thousand million samples. */
    private static final int TICKS_PER_HALVING = 5;

    private Summaries() {}

    /** One summary for each metric that has samples, in the order of the metrics, of samples of which nothing else is known. */
    static List<LatencySummary> of(Function<LatencyMetric, Histogram> histograms) {
        List<LatencySummary> summaries = new ArrayList<>();
        for (LatencyMetric metric : LatencyMetric.values()) {
            CensoredSamples samples = new CensoredSamples(histograms.apply(metric), 0);
            if (samples.histogram().getTotalCount() > 0) {
                summaries.add(of(
                        metric,
                        samples,
                        0,
                        Quality.clear(),
                        Quality.clear(),
                        percent -> Quality.ofSamplesAbove(samples.above(percent))));
            }
        }
        return summaries;
    }

    /**
     * The same of a phase.
     *
     * @param subscription empty for all live subscriptions
     */
    static List<LatencySummary> of(PhaseStatistics phase, PhaseQualities qualities, String subscription) {
        List<LatencySummary> summaries = new ArrayList<>();
        for (LatencyMetric metric : LatencyMetric.values()) {
            Of of = new Of(metric, subscription);
            long negatives = (subscription.isEmpty()
                            ? phase.latencies().of(metric)
                            : phase.latencies().of(metric, subscription))
                    .negatives();
            qualities
                    .samples(of)
                    .map(samples -> of(
                            metric,
                            samples,
                            negatives,
                            qualities.mean(of),
                            qualities.largest(of),
                            percent -> qualities.quantile(of, percent)))
                    .ifPresent(summaries::add);
        }
        return summaries;
    }

    private static LatencySummary of(
            LatencyMetric metric,
            CensoredSamples samples,
            long negatives,
            Quality mean,
            Quality max,
            DoubleFunction<Quality> qualities) {
        List<Quantile> quantiles = LatencyStatistic.PERCENTS.stream()
                .map(percent -> new Quantile(percent, samples.nanosAt(percent), qualities.apply(percent)))
                .toList();
        Histogram known = samples.histogram();
        return new LatencySummary(
                metric,
                known.getTotalCount(),
                negatives,
                samples.censored(),
                known.getMean(),
                mean,
                known.getMaxValue(),
                max,
                quantiles,
                curve(samples));
    }

    /** Ends with the largest sample at the highest share that n samples can show, 1 − 1/n: 100 has no place on the axis. */
    private static List<Quantile> curve(CensoredSamples samples) {
        List<Quantile> curve = new ArrayList<>();
        Histogram histogram = samples.histogram();
        double known = histogram.getTotalCount() / samples.total();
        double last = samples.censored() > 0 ? 100 * known : 100.0 * (samples.total() - 1) / samples.total();
        for (HistogramIterationValue point : histogram.percentiles(TICKS_PER_HALVING)) {
            double percent = known * point.getPercentileLevelIteratedTo();
            if (percent < last) {
                curve.add(point(samples, percent, point.getValueIteratedTo()));
            }
        }
        curve.add(point(samples, last, histogram.getMaxValue()));
        return curve;
    }

    private static Quantile point(CensoredSamples samples, double percent, long nanos) {
        return new Quantile(percent, nanos, Quality.ofSamplesAbove(samples.above(percent)));
    }
}
