package dev.assay.analysis;

import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.statistics.CensoredSamples;
import dev.assay.model.metric.LatencyMetric;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Holds the whole distribution of one metric of a phase, for charts with a nines axis.
 *
 * @param subscription empty for all live ones together
 * @param samples n
 * @param points from 0 per cent towards 100
 */
public record LatencyCurve(LatencyMetric metric, String subscription, long samples, List<Point> points) {
    /** Each halving of the distance to 100 per cent has so many points: 150 points up to a thousand million samples. */
    private static final int TICKS_PER_HALVING = 5;

    /**
     * Holds a value and the percentage of samples that do not exceed it.
     *
     * @param percent from 0 to 100
     * @param supported whether enough samples lie above the value to rely on it
     */
    public record Point(double percent, long nanos, boolean supported) {}

    public LatencyCurve {
        points = List.copyOf(points);
    }

    /**
     * Returns a curve that ends with the largest sample at 1 − 1/n, the highest share that n samples can show: 100 has no place on the
     * axis.
     */
    static LatencyCurve of(LatencyMetric metric, String subscription, CensoredSamples samples) {
        List<Point> points = new ArrayList<>();
        Histogram histogram = samples.histogram();
        double known = histogram.getTotalCount() / samples.total();
        double last = samples.censored() > 0 ? 100 * known : 100.0 * (samples.total() - 1) / samples.total();
        for (HistogramIterationValue point : histogram.percentiles(TICKS_PER_HALVING)) {
            double percent = known * point.getPercentileLevelIteratedTo();
            if (percent < last) {
                points.add(point(samples, percent, point.getValueIteratedTo()));
            }
        }
        points.add(point(samples, last, histogram.getMaxValue()));
        return new LatencyCurve(metric, subscription, histogram.getTotalCount(), points);
    }

    private static Point point(CensoredSamples samples, double percent, long nanos) {
        return new Point(
                percent, nanos, Quality.ofSamplesAbove(samples.above(percent)).supported());
    }
}
