package dev.assay.cli.run;

import dev.assay.core.result.HarnessSample;
import dev.assay.core.result.IntervalHistogram;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.Series;
import dev.assay.core.result.WorkerInterval;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Puts the intervals of all workers and the telemetry on one time axis: one second a row. A second is complete when every
 * worker has reported it; seconds that a worker never reported are given out when the trial ends.
 */
final class Timeline {
    /** The columns that are there whatever runs. */
    static final List<String> LOAD_COLUMNS = List.of(
            Series.TIME, "offered_per_s", "sent_per_s", "acked_per_s", "failed_per_s", "received_per_s", "backlog");

    private static final double NANOS_PER_SECOND = 1e9;

    private final int workers;
    private final Consumer<Second> sink;
    private final TreeMap<Long, Map<String, WorkerInterval>> open = new TreeMap<>();
    private final Map<String, LoadTotals> latest = new HashMap<>();
    private Map<String, Double> telemetry = Map.of();
    private double lastSeconds;
    private LoadTotals lastTotals = LoadTotals.ZERO;

    /**
     * One second of the load.
     *
     * @param seconds its end, counted from the start of the load
     * @param totals cumulative, of all workers
     * @param response the response times that became known in it, in nanoseconds
     * @param figures all there is to say about it, by the names of the series' columns
     */
    record Second(
            double seconds,
            LoadTotals totals,
            double ackedPerSecond,
            Histogram response,
            Map<String, Double> figures) {}

    Timeline(int workers, Consumer<Second> sink) {
        this.workers = workers;
        this.sink = sink;
    }

    /** Figures of the processes and the machine; they go into the rows from now on. */
    synchronized void onTelemetry(Map<String, Double> figures) {
        telemetry = figures;
    }

    synchronized void onInterval(WorkerInterval interval) {
        long second = Math.round(interval.endNanos() / NANOS_PER_SECOND);
        open.computeIfAbsent(second, key -> new HashMap<>()).put(interval.worker(), interval);
        while (!open.isEmpty() && open.firstEntry().getValue().size() == workers) {
            emit(open.pollFirstEntry().getValue());
        }
    }

    /** Gives out what is incomplete; nothing comes afterwards. */
    synchronized void finish() {
        while (!open.isEmpty()) {
            emit(open.pollFirstEntry().getValue());
        }
    }

    private void emit(Map<String, WorkerInterval> intervals) {
        Histogram response = new Histogram(3);
        double seconds = lastSeconds;
        for (WorkerInterval interval : intervals.values()) {
            latest.put(interval.worker(), interval.totals());
            seconds = Math.max(seconds, interval.endNanos() / NANOS_PER_SECOND);
            interval.histograms().stream()
                    .filter(recorded -> recorded.metric() == LatencyMetric.RESPONSE)
                    .map(IntervalHistogram::histogram)
                    .forEach(response::add);
        }
        LoadTotals totals = latest.values().stream().reduce(LoadTotals.ZERO, LoadTotals::plus);
        double length = seconds - lastSeconds;
        if (length > 0) {
            double acked = (totals.acked() - lastTotals.acked()) / length;
            sink.accept(new Second(seconds, totals, acked, response, figures(seconds, length, totals, intervals)));
            lastSeconds = seconds;
            lastTotals = totals;
        }
    }

    private Map<String, Double> figures(
            double seconds, double length, LoadTotals totals, Map<String, WorkerInterval> intervals) {
        Map<String, Double> figures = new HashMap<>(telemetry);
        figures.put(Series.TIME, seconds);
        figures.put("offered_per_s", (totals.offered() - lastTotals.offered()) / length);
        figures.put("sent_per_s", (totals.sent() - lastTotals.sent()) / length);
        figures.put("acked_per_s", (totals.acked() - lastTotals.acked()) / length);
        figures.put("failed_per_s", (totals.failed() - lastTotals.failed()) / length);
        figures.put("received_per_s", (slowest(totals) - slowest(lastTotals)) / length);
        figures.put("backlog", (double) totals.backlog());
        intervals.values().forEach(interval -> figures.putAll(harness(interval)));
        return figures;
    }

    /** Of several subscriptions the one that received least, as with the backlog. */
    private static double slowest(LoadTotals totals) {
        return totals.received().stream().mapToLong(Long::longValue).min().orElse(0);
    }

    private static Map<String, Double> harness(WorkerInterval interval) {
        HarnessSample sample = interval.harness();
        double nanos = Math.max(1, interval.endNanos() - interval.startNanos());
        String worker = interval.worker();
        return Map.of(
                worker + ".cpu_cores", sample.cpuNanos() / nanos,
                worker + ".resident_bytes", sample.residentBytes() == 0 ? Double.NaN : sample.residentBytes(),
                worker + ".gc_ms", sample.gcPauseNanos() / 1e6,
                worker + ".hiccup_max_ms", sample.hiccups().getMaxValue() / 1e6);
    }
}
