package dev.assay.cli.run;

import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metric;
import dev.assay.core.metric.Metrics;
import dev.assay.core.metric.Sample;
import dev.assay.core.result.HarnessSample;
import dev.assay.core.result.IntervalHistogram;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.TrialSubscription;
import dev.assay.core.result.WorkerInterval;
import dev.assay.core.trial.TrialSecond;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Puts the intervals of all workers and the telemetry on one time axis, second by second. A second is complete when every
 * worker has reported it, and ends where the first of them did; seconds that a worker never reported are given out when the
 * trial ends.
 */
final class TrialSeconds {
    private static final double NANOS_PER_SECOND = 1e9;

    private final int workers;
    private final Set<String> startedHere;
    private final List<TrialSubscription> subscriptions;
    private final Consumer<TrialSecond> sink;
    private final TreeMap<Long, Map<String, WorkerInterval>> open = new TreeMap<>();
    private final AlignedCounts counts = new AlignedCounts();
    private final TreeMap<Long, List<Sample>> hosts = new TreeMap<>();
    private List<Sample> telemetry = List.of();
    private Map<String, List<String>> workersByHost = Map.of();
    private long lastNanos;
    private LoadTotals lastTotals = LoadTotals.ZERO;

    private record Track(Metric metric, Labels labels) {}

    /**
     * An empty one.
     *
     * @param startedHere names of the workers that are processes of this machine, whatever they say of theirs
     * @param subscriptions by number
     */
    TrialSeconds(
            int workers, Set<String> startedHere, List<TrialSubscription> subscriptions, Consumer<TrialSecond> sink) {
        this.workers = workers;
        this.startedHere = Set.copyOf(startedHere);
        this.subscriptions = List.copyOf(subscriptions);
        this.sink = sink;
    }

    /**
     * Which workers run where.
     *
     * @param placement names of workers by the name of their machine
     */
    synchronized void onPlacement(Map<String, List<String>> placement) {
        workersByHost = Map.copyOf(placement);
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
        counts.add(interval.worker(), interval.endNanos(), interval.totals());
        long second = Math.round(interval.endNanos() / NANOS_PER_SECOND);
        open.computeIfAbsent(second, key -> new HashMap<>()).put(interval.worker(), interval);
        while (!open.isEmpty() && open.firstEntry().getValue().size() == workers) {
            Map.Entry<Long, Map<String, WorkerInterval>> complete = open.pollFirstEntry();
            long end = complete.getValue().values().stream()
                    .mapToLong(WorkerInterval::endNanos)
                    .min()
                    .orElse(lastNanos);
            emit(complete.getKey(), end, complete.getValue());
        }
    }

    /** Gives out what is incomplete; nothing comes afterwards. */
    synchronized void finish() {
        while (!open.isEmpty()) {
            Map.Entry<Long, Map<String, WorkerInterval>> rest = open.pollFirstEntry();
            long end = rest.getValue().values().stream()
                    .mapToLong(WorkerInterval::endNanos)
                    .max()
                    .orElse(lastNanos);
            emit(rest.getKey(), end, rest.getValue());
        }
        // What some workers reported beyond the end of the last second that all of them did.
        emit(Long.MAX_VALUE, counts.lastNanos(), Map.of());
    }

    private void emit(long second, long endNanos, Map<String, WorkerInterval> intervals) {
        if (endNanos <= lastNanos) {
            return;
        }
        LoadTotals totals = counts.at(endNanos);
        double seconds = endNanos / NANOS_PER_SECOND;
        double length = seconds - lastNanos / NANOS_PER_SECOND;
        sink.accept(new TrialSecond(
                seconds,
                totals,
                merged(intervals, LatencyMetric.RESPONSE),
                merged(intervals, LatencyMetric.END_TO_END),
                samples(length, totals, intervals, hostsUpTo(second))));
        lastNanos = endNanos;
        lastTotals = totals;
    }

    private static Histogram merged(Map<String, WorkerInterval> intervals, LatencyMetric metric) {
        Histogram sum = new Histogram(3);
        intervals.values().stream()
                .flatMap(interval -> interval.histograms().stream())
                .filter(recorded -> recorded.metric() == metric)
                .map(IntervalHistogram::histogram)
                .forEach(sum::add);
        return sum;
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
        for (int number = 0; number < subscriptions.size(); number++) {
            Labels labels = labels(subscriptions.get(number));
            long received = received(totals, number);
            samples.add(Metrics.RECEIVED.of(labels, (received - received(lastTotals, number)) / length));
            samples.add(Metrics.BACKLOG.of(labels, (double) Math.max(0, totals.acked() - received)));
        }
        samples.addAll(telemetry);
        samples.addAll(ofHosts);
        intervals.values().forEach(interval -> samples.addAll(ofWorker(interval)));
        samples.addAll(foreign(samples));
        return oneOfEach(samples);
    }

    /**
     * What others did on machines that only have workers of the trial. The coordinator's machine has more of its processes, and
     * says by itself; a worker that was started there with a clock of its own counts as a machine, but what others did there is
     * what they did here.
     */
    private List<Sample> foreign(List<Sample> samples) {
        List<Double> here = samples.stream()
                .filter(sample -> sample.metric().equals(Metrics.HOST_CPU_FOREIGN)
                        && sample.labels().get(Labels.HOST).equals(Metrics.COORDINATOR))
                .map(Sample::value)
                .toList();
        Map<String, Double> cores = new HashMap<>();
        samples.stream()
                .filter(sample -> sample.metric().equals(Metrics.PROCESS_CPU))
                .forEach(sample -> cores.put(sample.labels().get(Labels.WORKER), sample.value()));
        List<Sample> foreign = new ArrayList<>();
        for (Sample sample : samples) {
            String host = sample.labels().get(Labels.HOST);
            List<String> workersThere = workersByHost.getOrDefault(host, List.of());
            if (!sample.metric().equals(Metrics.HOST_CPU) || host.equals(Metrics.COORDINATOR)) {
                continue;
            }
            if (!workersThere.isEmpty() && startedHere.containsAll(workersThere)) {
                here.forEach(value -> foreign.add(Metrics.HOST_CPU_FOREIGN.of(sample.labels(), value)));
            } else if (cores.keySet().containsAll(workersThere)) {
                double ours = workersThere.stream().mapToDouble(cores::get).sum();
                foreign.add(Metrics.HOST_CPU_FOREIGN.of(sample.labels(), Math.max(0, sample.value() - ours)));
            }
        }
        return foreign;
    }

    /** Of a worker on this machine telemetry and the worker itself may tell the same; the worker's own word counts. */
    private static List<Sample> oneOfEach(List<Sample> samples) {
        Map<Track, Sample> last = new LinkedHashMap<>();
        samples.forEach(sample -> last.put(new Track(sample.metric(), sample.labels()), sample));
        return List.copyOf(last.values());
    }

    private static Labels labels(TrialSubscription subscription) {
        return Labels.of(Labels.READER, subscription.reader()).with(Labels.SUBSCRIPTION, subscription.name());
    }

    private static long received(LoadTotals totals, int subscription) {
        return subscription < totals.received().size() ? totals.received().get(subscription) : 0;
    }

    private static List<Sample> ofWorker(WorkerInterval interval) {
        HarnessSample sample = interval.harness();
        double nanos = Math.max(1, interval.endNanos() - interval.startNanos());
        Labels worker = Labels.of(Labels.WORKER, interval.worker());
        List<Sample> samples = new ArrayList<>();
        samples.add(Metrics.PROCESS_CPU.of(worker, sample.cpuNanos() / nanos));
        samples.add(Metrics.WORKER_GC_PAUSE.of(worker, sample.gcPauseNanos() / NANOS_PER_SECOND));
        samples.add(Metrics.WORKER_ALLOCATION_STALL.of(worker, sample.stalls().totalNanos() / NANOS_PER_SECOND));
        samples.add(Metrics.WORKER_LONGEST_ALLOCATION_STALL.of(
                worker, sample.stalls().longestNanos() / NANOS_PER_SECOND));
        samples.add(Metrics.WORKER_HICCUP.of(worker, sample.hiccups().getMaxValue() / NANOS_PER_SECOND));
        if (sample.residentBytes() > 0) {
            samples.add(Metrics.PROCESS_MEMORY.of(worker, (double) sample.residentBytes()));
        }
        interval.figures().forEach(figure -> samples.add(figure.metric().of(worker, figure.value())));
        return samples;
    }
}
