package dev.assay.cli.run;

import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metric;
import dev.assay.core.metric.Metrics;
import dev.assay.core.metric.Sample;
import dev.assay.core.result.HarnessSample;
import dev.assay.core.result.IntervalHistogram;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.WorkerInterval;
import dev.assay.core.trial.TrialSecond;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Puts the intervals of all workers and the telemetry on one time axis, second by second. A second is complete when every
 * worker has reported it; seconds that a worker never reported are given out when the trial ends.
 */
final class Timeline {
    private static final double NANOS_PER_SECOND = 1e9;

    private final int workers;
    private final Consumer<TrialSecond> sink;
    private final TreeMap<Long, Map<String, WorkerInterval>> open = new TreeMap<>();
    private final Map<String, LoadTotals> latest = new HashMap<>();
    private final TreeMap<Long, List<Sample>> hosts = new TreeMap<>();
    private List<Sample> telemetry = List.of();
    private double lastSeconds;
    private LoadTotals lastTotals = LoadTotals.ZERO;

    private record Track(Metric metric, Labels labels) {}

    Timeline(int workers, Consumer<TrialSecond> sink) {
        this.workers = workers;
        this.sink = sink;
    }

    /** Figures of the processes and the machine; they go into the seconds from now on. */
    synchronized void onTelemetry(List<Sample> samples) {
        telemetry = samples;
    }

    /**
     * What another machine did in about a second. It goes into the second of the load that ended then, or into the next one
     * when that has been given out already.
     *
     * @param seconds its end, counted from the start of the load
     */
    synchronized void onHost(double seconds, List<Sample> samples) {
        hosts.computeIfAbsent(Math.round(seconds), second -> new ArrayList<>()).addAll(samples);
    }

    synchronized void onInterval(WorkerInterval interval) {
        long second = Math.round(interval.endNanos() / NANOS_PER_SECOND);
        open.computeIfAbsent(second, key -> new HashMap<>()).put(interval.worker(), interval);
        while (!open.isEmpty() && open.firstEntry().getValue().size() == workers) {
            emit(open.firstKey(), open.pollFirstEntry().getValue());
        }
    }

    /** Gives out what is incomplete; nothing comes afterwards. */
    synchronized void finish() {
        while (!open.isEmpty()) {
            emit(open.firstKey(), open.pollFirstEntry().getValue());
        }
    }

    private void emit(long second, Map<String, WorkerInterval> intervals) {
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
            sink.accept(
                    new TrialSecond(seconds, totals, response, samples(length, totals, intervals, hostsUpTo(second))));
            lastSeconds = seconds;
            lastTotals = totals;
        }
    }

    private List<Sample> hostsUpTo(long second) {
        SortedMap<Long, List<Sample>> due = hosts.headMap(second, true);
        List<Sample> samples = due.values().stream().flatMap(List::stream).toList();
        due.clear();
        return samples;
    }

    private List<Sample> samples(
            double length, LoadTotals totals, Map<String, WorkerInterval> intervals, List<Sample> ofHosts) {
        List<Sample> samples = new ArrayList<>();
        samples.add(Metrics.OFFERED.of((totals.offered() - lastTotals.offered()) / length));
        samples.add(Metrics.SENT.of((totals.sent() - lastTotals.sent()) / length));
        samples.add(Metrics.ACKED.of((totals.acked() - lastTotals.acked()) / length));
        samples.add(Metrics.FAILED.of((totals.failed() - lastTotals.failed()) / length));
        samples.add(Metrics.RECEIVED.of((slowest(totals) - slowest(lastTotals)) / length));
        samples.add(Metrics.BACKLOG.of((double) totals.backlog()));
        samples.addAll(telemetry);
        samples.addAll(ofHosts);
        intervals.values().forEach(interval -> samples.addAll(harness(interval)));
        return oneOfEach(samples);
    }

    /** Of a worker on this machine telemetry and the worker itself may tell the same; the worker's own word counts. */
    private static List<Sample> oneOfEach(List<Sample> samples) {
        Map<Track, Sample> last = new LinkedHashMap<>();
        samples.forEach(sample -> last.put(new Track(sample.metric(), sample.labels()), sample));
        return List.copyOf(last.values());
    }

    /** Of several subscriptions the one that received least, as with the backlog. */
    private static double slowest(LoadTotals totals) {
        return totals.received().stream().mapToLong(Long::longValue).min().orElse(0);
    }

    private static List<Sample> harness(WorkerInterval interval) {
        HarnessSample sample = interval.harness();
        double nanos = Math.max(1, interval.endNanos() - interval.startNanos());
        Labels worker = Labels.of(Labels.WORKER, interval.worker());
        List<Sample> samples = new ArrayList<>();
        samples.add(Metrics.PROCESS_CPU.of(worker, sample.cpuNanos() / nanos));
        samples.add(Metrics.WORKER_GC_PAUSE.of(worker, sample.gcPauseNanos() / NANOS_PER_SECOND));
        samples.add(Metrics.WORKER_HICCUP.of(worker, sample.hiccups().getMaxValue() / NANOS_PER_SECOND));
        if (sample.residentBytes() > 0) {
            samples.add(Metrics.PROCESS_MEMORY.of(worker, (double) sample.residentBytes()));
        }
        return samples;
    }
}
