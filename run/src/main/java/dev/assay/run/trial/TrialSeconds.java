package dev.assay.run.trial;

import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.trial.TrialSecond;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Puts the intervals of all workers and the telemetry on one time axis, second by second. A second has the first interval of each
 * worker that ended in it, and ends where the first of these did. It is passed on once every worker has reported beyond it, whether
 * or not each had an interval that ended in it: on a busy machine intervals are longer than a second. Intervals are added up as they
 * come, and none is kept; seconds that a worker never reached are passed on when the trial ends.
 */
final class TrialSeconds {
    private static final long SECOND = 1_000_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Set<String> startedHere;
    private final List<TrialSubscription> subscriptions;
    private final Consumer<TrialSecond> sink;
    private final TreeMap<Long, OpenSecond> open = new TreeMap<>();
    private final Map<String, Long> reportedNanos = new HashMap<>();

    private final AlignedCounts counts = new AlignedCounts();
    private final TreeMap<Long, List<Sample>> hosts = new TreeMap<>();
    private List<Sample> telemetry = List.of();
    private Map<String, List<String>> processesByHost = Map.of();
    private int workers;
    private long lastSecond;
    private long lastNanos;
    private LoadTotals lastTotals = LoadTotals.ZERO;

    private record Track(Metric metric, Labels labels) {}

    /**
     * @param startedHere names of the workers that are processes of this machine, whatever machine they report
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
     * Takes the machines of workers, and of the servers that others run.
     *
     * @param placement their names by the name of their machine
     */
    synchronized void onPlacement(Map<String, List<String>> placement) {
        processesByHost = Map.copyOf(placement);
    }

    /**
     * Takes values of processes and the machine since the previous call; they go into the second of the next interval, and into no
     * other.
     */
    synchronized void onTelemetry(List<Sample> samples) {
        telemetry = samples;
    }

    /**
     * Takes values of another machine for about a second. They go into the second of the load that ended then, or into the next one when
     * that has been passed on already.
     *
     * @param seconds end of that time, counted from the start of the load
     */
    synchronized void onHost(double seconds, List<Sample> samples) {
        hosts.computeIfAbsent(Math.round(seconds), second -> new ArrayList<>()).addAll(samples);
    }

    /** Takes by when how many messages are due, as soon as that has changed. */
    synchronized void onSchedule(LoadCurve schedule) {
        counts.follow(schedule);
    }

    synchronized void onInterval(WorkerInterval interval) {
        counts.add(interval.worker(), interval.endNanos(), interval.totals());
        reportedNanos.put(interval.worker(), interval.endNanos());
        // The last interval of a worker may end in a second that has been given out.
        long second = Math.max(interval.endNanos() / SECOND, lastSecond + 1);
        OpenSecond its = open.computeIfAbsent(second, begin -> new OpenSecond(begin * SECOND));
        its.add(interval);
        its.telemetry(telemetry);
        telemetry = List.of();
        emitComplete();
    }

    /** Stops waiting for a lost worker's seconds; its counts stay. */
    synchronized void onWorkerLost(String worker) {
        workers--;
        reportedNanos.remove(worker);
        emitComplete();
    }

    private void emitComplete() {
        if (reportedNanos.size() == workers) {
            long slowest = Collections.min(reportedNanos.values());
            while (!open.isEmpty() && open.firstEntry().getValue().firstNanos() <= slowest) {
                Map.Entry<Long, OpenSecond> complete = open.pollFirstEntry();
                emit(complete.getKey(), complete.getValue().firstNanos(), complete.getValue());
            }
        }
    }

    /** Passes on incomplete seconds; nothing may come afterwards. */
    synchronized void finish() {
        while (!open.isEmpty()) {
            Map.Entry<Long, OpenSecond> rest = open.pollFirstEntry();
            emit(rest.getKey(), rest.getValue().lastNanos(), rest.getValue());
        }
        // It holds what some workers reported beyond the last second that all of them reported.
        OpenSecond beyond = new OpenSecond(counts.lastNanos());
        beyond.telemetry(telemetry);
        emit(Long.MAX_VALUE, counts.lastNanos(), beyond);
    }

    private void emit(long second, long endNanos, OpenSecond reported) {
        if (endNanos <= lastNanos) {
            return;
        }
        lastSecond = endNanos / SECOND;
        LoadTotals totals = counts.at(endNanos);
        double seconds = endNanos / NANOS_PER_SECOND;
        double length = seconds - lastNanos / NANOS_PER_SECOND;
        sink.accept(new TrialSecond(
                seconds,
                totals,
                reported.response(),
                reported.endToEnd(),
                samples(length, totals, reported, hostsUpTo(second))));
        lastNanos = endNanos;
        lastTotals = totals;
    }

    private List<Sample> hostsUpTo(long second) {
        SortedMap<Long, List<Sample>> due = hosts.headMap(second, true);
        List<Sample> samples = due.values().stream().flatMap(List::stream).toList();
        due.clear();
        return samples;
    }

    private List<Sample> samples(double length, LoadTotals totals, OpenSecond reported, List<Sample> ofHosts) {
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
        samples.addAll(reported.telemetry());
        samples.addAll(ofHosts);
        samples.addAll(reported.ofWorkers());
        samples.addAll(foreign(samples));
        return oneOfEach(samples);
    }

    /**
     * Computes the load by other programs on machines that have workers of the trial, or servers that an observer watches. The
     * coordinator's machine has more of the trial's processes and reports it itself, as an observer does for a machine without workers; but
     * it does not know of servers that others run there. A worker that was started there with a clock of its own counts as a machine, but
     * others' load there is that of this machine.
     */
    private List<Sample> foreign(List<Sample> samples) {
        Map<String, Double> cores = new HashMap<>();
        Set<String> servers = new HashSet<>();
        Map<String, Double> cpuByHost = new HashMap<>();
        for (Sample sample : samples) {
            String worker = sample.labels().get(Labels.WORKER);
            String server = sample.labels().get(Labels.NODE);
            if (sample.metric().equals(Metrics.PROCESS_CPU)) {
                servers.add(server);
                cores.put(worker.isEmpty() ? server : worker, sample.value());
            } else if (sample.metric().equals(Metrics.HOST_CPU_FOREIGN)) {
                cpuByHost.put(sample.labels().get(Labels.HOST), sample.value());
            }
        }
        List<Sample> foreign = new ArrayList<>();
        for (Sample sample : samples) {
            String host = sample.labels().get(Labels.HOST);
            List<String> processes = processesByHost.getOrDefault(host, List.of());
            if (!sample.metric().equals(Metrics.HOST_CPU)) {
                continue;
            }
            Double ownCpu = cpuByHost.get(Metrics.COORDINATOR);
            boolean startedThere = !processes.isEmpty() && startedHere.containsAll(processes);
            if (host.equals(Metrics.COORDINATOR)) {
                List<String> unseen =
                        processes.stream().filter(servers::contains).toList();
                if (ownCpu != null && !unseen.isEmpty()) {
                    foreign.add(Metrics.HOST_CPU_FOREIGN.of(sample.labels(), Math.max(0, ownCpu - sum(cores, unseen))));
                }
            } else if (startedThere && ownCpu != null) {
                foreign.add(Metrics.HOST_CPU_FOREIGN.of(sample.labels(), ownCpu));
            } else if (!startedThere
                    && !cpuByHost.containsKey(host)
                    && cores.keySet().containsAll(processes)) {
                foreign.add(Metrics.HOST_CPU_FOREIGN.of(
                        sample.labels(), Math.max(0, sample.value() - sum(cores, processes))));
            }
        }
        return foreign;
    }

    private static double sum(Map<String, Double> cores, List<String> processes) {
        return processes.stream()
                .mapToDouble(name -> cores.getOrDefault(name, 0.0))
                .sum();
    }

    /**
     * Keeps one of equal samples. Telemetry and a worker on this machine may report the same value; the worker's own counts. Of two
     * readings of a machine in one second the later counts, but a suspension that either shows is kept.
     */
    private static List<Sample> oneOfEach(List<Sample> samples) {
        Map<Track, Sample> last = new LinkedHashMap<>();
        samples.forEach(sample -> last.merge(
                new Track(sample.metric(), sample.labels()),
                sample,
                (before, now) -> now.metric().equals(Metrics.HOST_SUSPENDED)
                        ? now.metric().of(now.labels(), before.value() + now.value())
                        : now));
        return List.copyOf(last.values());
    }

    private static Labels labels(TrialSubscription subscription) {
        return Labels.of(Labels.GROUP, subscription.group()).with(Labels.SUBSCRIPTION, subscription.name());
    }

    private static long received(LoadTotals totals, int subscription) {
        return subscription < totals.received().size() ? totals.received().get(subscription) : 0;
    }
}
