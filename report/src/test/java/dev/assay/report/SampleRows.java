package dev.assay.report;

import dev.assay.analysis.LatencyCurve;
import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Standing;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Makes the values of a phase from its histograms. */
final class SampleRows {
    final List<Reading> all = new ArrayList<>();
    final List<LatencyCurve> curves = new ArrayList<>();
    private final TrialRecord trial;
    private final String phase;
    private final Standing standing;

    SampleRows(TrialRecord trial, Verdict verdict, String phase) {
        this.trial = trial;
        this.phase = phase;
        this.standing = Standing.of(verdict, phase);
    }

    /** Returns the received messages and backlog of a subscription in a phase. */
    static List<Reading> group(String phase, String subscription, double received, double backlog, double growth) {
        return List.of(
                exact(phase, subscription, Statistic.RECEIVED, received),
                exact(phase, subscription, Statistic.BACKLOG, backlog),
                exact(phase, subscription, Statistic.BACKLOG_GROWTH, growth));
    }

    static Reading exact(String phase, String subscription, Statistic statistic, double value) {
        return Reading.exact(new Source("001-t", "t", 1, "t", phase, subscription, statistic), value, 1);
    }

    void achieved(double perSecond) {
        all.add(standing.achieved(source(Statistic.ACHIEVED), perSecond, Math.round(perSecond)));
    }

    void latencies(LatencyMetric metric, Histogram histogram) {
        long n = histogram.getTotalCount();
        if (n == 0) {
            return;
        }
        add(Statistic.mean(metric), histogram.getMean(), n, Quality.clear(), false);
        LatencyStatistic.PERCENTS.forEach(percent -> add(
                Statistic.quantile(metric, percent),
                (double) histogram.getValueAtPercentile(percent),
                n,
                quality(n, percent),
                percent >= 99));
        add(Statistic.max(metric), (double) histogram.getMaxValue(), n, Quality.clear(), true);
        all.add(standing.other(source(Statistic.negatives(metric)), metric == LatencyMetric.END_TO_END ? 3 : 0, n));
        all.add(standing.other(source(Statistic.censored(metric)), 0, n));
        List<LatencyCurve.Point> points = new ArrayList<>();
        for (HistogramIterationValue value : histogram.percentiles(5)) {
            double percent = value.getPercentileLevelIteratedTo();
            points.add(new LatencyCurve.Point(
                    percent, value.getValueIteratedTo(), quality(n, percent).supported()));
        }
        curves.add(new LatencyCurve(metric, "", n, points));
    }

    void hiccups(long n, double p99, double p999, double max) {
        all.add(Reading.exact(source(Statistic.HICCUP_P99), p99, n));
        all.add(Reading.exact(source(Statistic.HICCUP_P999), p999, n));
        all.add(Reading.exact(source(Statistic.HICCUP_MAX), max, n));
    }

    private void add(Statistic statistic, double nanos, long n, Quality quality, boolean tail) {
        all.add(standing.latency(source(statistic), nanos, n, quality, tail));
    }

    private static Quality quality(long n, double percent) {
        return Quality.ofSamplesAbove(n * (100 - percent) / 100);
    }

    private Source source(Statistic statistic) {
        return Source.of(trial, phase, "", statistic);
    }
}
