package dev.assay.cli.selftest;

import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Series;
import java.util.List;

/**
 * How fast a clock moves away from the coordinator's, by what is stored of it each second.
 *
 * @param ppm millionths, whichever way; NaN where it was not looked at twice
 * @param errorPpm most that this can be wrong by
 */
record ClockGain(double ppm, double errorPpm) {
    private static final double MILLION = 1e6;

    /** Between the best estimate of the first half and that of the second half. */
    static ClockGain of(Series series) {
        double[] seconds = series.seconds().toArray();
        double[] drift = first(series, Metrics.HOST_CLOCK_DRIFT);
        double[] error = first(series, Metrics.HOST_CLOCK_ERROR);
        if (drift.length == 0 || error.length == 0) {
            return new ClockGain(Double.NaN, 0);
        }
        int early = best(error, 0, error.length / 2);
        int late = best(error, error.length / 2, error.length);
        double span = seconds[late] - seconds[early];
        return new ClockGain(
                MILLION * Math.abs(drift[late] - drift[early]) / span, MILLION * (error[late] + error[early]) / span);
    }

    private static double[] first(Series series, Metric metric) {
        List<Series.Track> tracks = series.tracks(metric);
        return tracks.isEmpty() ? new double[0] : tracks.getFirst().values().toArray();
    }

    private static int best(double[] error, int from, int to) {
        int best = from;
        for (int i = from; i < to; i++) {
            if (Double.isNaN(error[best]) || error[i] < error[best]) {
                best = i;
            }
        }
        return best;
    }
}
