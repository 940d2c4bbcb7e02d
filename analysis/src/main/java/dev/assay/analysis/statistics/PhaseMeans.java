package dev.assay.analysis.statistics;

import dev.assay.analysis.statistics.PhaseStatistics.HostLoad;
import dev.assay.analysis.statistics.PhaseStatistics.ServerSyncs;
import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Averages what machines, servers and workers did in a phase; memory does not depend on the phase's length. */
final class PhaseMeans {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final Set<Metric> OF_HOSTS =
            Set.of(Metrics.HOST_CPU_BUSY, Metrics.HOST_CPU_STEAL, Metrics.HOST_PRESSURE);
    private static final Set<Metric> OTHERS = Set.of(
            Metrics.NODE_SYNCS,
            Metrics.PROCESS_CPU,
            Metrics.WORKER_GC_PAUSE,
            Metrics.WORKER_ALLOCATION_STALL,
            Metrics.WORKER_LONGEST_ALLOCATION_STALL);

    private final Map<Metric, Map<Labels, WeightedStatistics>> values = new HashMap<>();
    private final ForeignUse foreign;
    private final Map<String, DiskOwners.Sums> disks = new HashMap<>();

    PhaseMeans(TrialRecord trial) {
        foreign = new ForeignUse(trial);
    }

    /**
     * Adds one second. A mean weights it by its length, so that a second that an overloaded machine reported late counts for as long
     * as it lasted.
     *
     * @param seconds its length
     */
    void add(Collection<Sample> samples, double seconds) {
        for (Sample sample : samples) {
            if (OF_HOSTS.contains(sample.metric()) || OTHERS.contains(sample.metric())) {
                values.computeIfAbsent(sample.metric(), metric -> new HashMap<>())
                        .computeIfAbsent(sample.labels(), labels -> new WeightedStatistics())
                        .add(sample.value(), seconds);
            }
        }
        foreign.add(samples, seconds);
    }

    /**
     * Adds what disks carried in that second.
     *
     * @param carried by the name of the machine
     */
    void addDisks(Map<String, DiskOwners.Carried> carried, double seconds) {
        carried.forEach((host, second) ->
                disks.computeIfAbsent(host, _ -> new DiskOwners.Sums()).add(second, seconds));
    }

    List<HostLoad> hosts() {
        Set<String> names = new TreeSet<>();
        OF_HOSTS.forEach(metric -> of(metric).keySet().forEach(labels -> names.add(labels.get(Labels.HOST))));
        return names.stream()
                .map(name -> host(Labels.of(Labels.HOST, name), name))
                .toList();
    }

    private HostLoad host(Labels host, String name) {
        Labels memory = host.with(Labels.RESOURCE, "memory").with(Labels.STALL, "some");
        Labels cpu = host.with(Labels.RESOURCE, "cpu").with(Labels.STALL, "some");
        return new HostLoad(
                name,
                mean(Metrics.HOST_CPU_BUSY, host),
                mean(Metrics.HOST_CPU_STEAL, host),
                mean(Metrics.HOST_PRESSURE, memory),
                mean(Metrics.HOST_PRESSURE, cpu),
                foreign.of(name),
                Optional.ofNullable(disks.get(name)).flatMap(DiskOwners.Sums::mean));
    }

    List<ServerSyncs> syncs() {
        return sorted(
                of(Metrics.NODE_SYNCS),
                Labels.NODE,
                node -> new ServerSyncs(
                        node.getKey(), node.getValue().mean(), node.getValue().count()));
    }

    List<WorkerLoad> workers(List<TrialHost> hosts) {
        Map<String, WeightedStatistics> pauses = byLabel(of(Metrics.WORKER_GC_PAUSE), Labels.WORKER);
        Map<String, WeightedStatistics> stalls = byLabel(of(Metrics.WORKER_ALLOCATION_STALL), Labels.WORKER);
        Map<String, WeightedStatistics> longest = byLabel(of(Metrics.WORKER_LONGEST_ALLOCATION_STALL), Labels.WORKER);
        return sorted(of(Metrics.PROCESS_CPU), Labels.WORKER, worker -> {
            WeightedStatistics paused = pauses.getOrDefault(worker.getKey(), new WeightedStatistics());
            WeightedStatistics stalled = stalls.getOrDefault(worker.getKey(), new WeightedStatistics());
            WeightedStatistics worst = longest.getOrDefault(worker.getKey(), new WeightedStatistics());
            return new WorkerLoad(
                    worker.getKey(),
                    worker.getValue().mean(),
                    cores(worker.getKey(), hosts),
                    Math.round(paused.sum() * NANOS_PER_SECOND),
                    Math.round(Math.max(0, paused.largest()) * NANOS_PER_SECOND),
                    paused.count(),
                    Math.round(stalled.sum() * NANOS_PER_SECOND),
                    Math.round(Math.max(0, worst.largest()) * NANOS_PER_SECOND));
        });
    }

    private static int cores(String worker, List<TrialHost> hosts) {
        return hosts.stream()
                .filter(host -> host.workers().contains(worker))
                .mapToInt(TrialHost::cores)
                .findFirst()
                .orElse(0);
    }

    private static <T> List<T> sorted(
            Map<Labels, WeightedStatistics> values,
            String label,
            Function<Map.Entry<String, WeightedStatistics>, T> constructor) {
        return byLabel(values, label).entrySet().stream().map(constructor).toList();
    }

    private static Map<String, WeightedStatistics> byLabel(Map<Labels, WeightedStatistics> values, String label) {
        Map<String, WeightedStatistics> sorted = new TreeMap<>();
        values.forEach((labels, value) -> {
            if (!labels.get(label).isEmpty()) {
                sorted.put(labels.get(label), value);
            }
        });
        return sorted;
    }

    private OptionalDouble mean(Metric metric, Labels labels) {
        WeightedStatistics known = of(metric).get(labels);
        return known == null ? OptionalDouble.empty() : OptionalDouble.of(known.mean());
    }

    private Map<Labels, WeightedStatistics> of(Metric metric) {
        return values.getOrDefault(metric, Map.of());
    }
}
