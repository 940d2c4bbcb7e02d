package dev.assay.analysis.steady;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.SteadyRecord.SeriesRecord;
import dev.assay.model.trial.TrialListener;
import dev.assay.model.trial.TrialSecond;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Follows the seconds of a trial, and says whether it is in a steady state: response p50 and p99, end-to-end p50, rate received,
 * and processor time per message of the workers and of the servers. A series without values is not looked at. Used by the thread
 * that runs the trial.
 */
public final class SteadyWatch implements TrialListener {
    /** What lies further back tells nothing of now. */
    private static final int MAX_SECONDS = 180;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MICROS_PER_SECOND = 1e6;

    /** As large a change of a median within the window is a fifth of what makes a measured phase one that drifts. */
    private static final Tolerance OF_MEDIANS = new Tolerance(0.10, 0.2);

    /** Twenty samples of 2000 a second lie above p99, so it varies by tens of per cent. */
    private static final Tolerance OF_P99 = new Tolerance(0.25, 2);

    private static final Tolerance OF_RATES = new Tolerance(0.05, 0);

    /** Processor time is counted in hundredths of a second: at 2000 messages a second, one of them is 5 us each. */
    private static final Tolerance OF_PROCESSOR = new Tolerance(0.25, 10);

    private final Followed responseP50 = new Followed("response p50", "ms", OF_MEDIANS);
    private final Followed responseP99 = new Followed("response p99", "ms", OF_P99);
    private final Followed endToEndP50 = new Followed("end-to-end p50", "ms", OF_MEDIANS);
    private final Followed received = new Followed("rate received", "msg/s", OF_RATES);
    private final Followed ofWorkers = new Followed("processor time per message, workers", "us", OF_PROCESSOR);
    private final Followed ofServers = new Followed("processor time per message, servers", "us", OF_PROCESSOR);
    private final List<Followed> all = List.of(responseP50, responseP99, endToEndP50, received, ofWorkers, ofServers);
    private LoadTotals totals = LoadTotals.ZERO;
    private double seconds;

    /** A series, with the times of its values. */
    private static final class Followed {
        private final String name;
        private final String unit;
        private final Tolerance tolerance;
        private final List<double[]> values = new ArrayList<>();

        Followed(String name, String unit, Tolerance tolerance) {
            this.name = name;
            this.unit = unit;
            this.tolerance = tolerance;
        }

        void add(double second, double point) {
            values.add(new double[] {second, point});
            if (values.size() > MAX_SECONDS) {
                values.removeFirst();
            }
        }

        boolean known() {
            return !values.isEmpty();
        }

        SeriesRecord after(double from) {
            List<double[]> those =
                    values.stream().filter(point -> point[0] > from + 0.5).toList();
            Steadiness steadiness =
                    Steadiness.of(those.stream().mapToDouble(point -> point[1]).toArray(), tolerance);
            double since = steadiness.since() < those.size() ? those.get(steadiness.since())[0] - 1 - from : 0;
            double level = steadiness.level();
            return new SeriesRecord(
                    name,
                    steadiness.steady(),
                    Math.max(0, Math.round(since)),
                    level,
                    unit,
                    level == 0 ? 0 : steadiness.slope() / Math.abs(level),
                    steadiness.z());
        }
    }

    @Override
    public void onSecond(TrialSecond second) {
        double length = second.seconds() - seconds;
        quantile(responseP50, second, second.response(), 50);
        quantile(responseP99, second, second.response(), 99);
        quantile(endToEndP50, second, second.endToEnd(), 50);
        long arrived = sum(second.totals()) - sum(totals);
        if (!second.totals().received().isEmpty() && length > 0) {
            received.add(second.seconds(), arrived / length);
        }
        long acked = second.totals().acked() - totals.acked();
        if (acked > 0) {
            processor(ofWorkers, second, Labels.WORKER, length / acked);
            processor(ofServers, second, Labels.NODE, length / acked);
        }
        totals = second.totals();
        seconds = second.seconds();
    }

    private static void quantile(Followed series, TrialSecond second, Histogram histogram, double percentile) {
        if (histogram.getTotalCount() > 0) {
            series.add(second.seconds(), histogram.getValueAtPercentile(percentile) / NANOS_PER_MILLI);
        }
    }

    private static void processor(Followed series, TrialSecond second, String label, double secondsPerMessage) {
        List<Sample> samples = second.samples().stream()
                .filter(sample -> sample.metric().equals(Metrics.PROCESS_CPU)
                        && sample.labels().values().containsKey(label))
                .toList();
        if (!samples.isEmpty()) {
            double cores = samples.stream().mapToDouble(Sample::value).sum();
            series.add(second.seconds(), cores * secondsPerMessage * MICROS_PER_SECOND);
        }
    }

    private static long sum(LoadTotals totals) {
        return totals.received().stream().mapToLong(Long::longValue).sum();
    }

    /** The end of the last second that came in, from the start of the load. */
    public double seconds() {
        return seconds;
    }

    /**
     * What is seen of a phase by now.
     *
     * @param startSeconds of the phase, from the start of the load
     */
    public SteadyRecord since(String phase, double startSeconds) {
        List<SeriesRecord> series = all.stream()
                .filter(Followed::known)
                .map(one -> one.after(startSeconds))
                .toList();
        boolean reached = !series.isEmpty() && series.stream().allMatch(SeriesRecord::steady);
        SeriesRecord last = series.stream()
                .max(Comparator.comparing((SeriesRecord one) -> !one.steady())
                        .thenComparing(one -> one.steady() ? one.sinceSeconds() : Math.abs(one.slope())))
                .orElse(new SeriesRecord("", false, 0, 0, "", 0, 0));
        double after = reached ? last.sinceSeconds() : Math.max(0, Math.round(seconds - startSeconds));
        return new SteadyRecord(phase, reached, after, last.name(), series);
    }
}
