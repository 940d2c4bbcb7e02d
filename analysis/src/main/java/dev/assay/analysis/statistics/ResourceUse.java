package dev.assay.analysis.statistics;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.MetricUnit;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

public final class ResourceUse {
    private static final double MILLIONTHS = 1e6;
    private static final Set<Metric> KEPT = Set.of(
            Metrics.HOST_CPU_BUSY,
            Metrics.HOST_DISK_WRITTEN,
            Metrics.HOST_DISK_READ,
            Metrics.HOST_DISK_BUSY,
            Metrics.HOST_LOOPBACK,
            Metrics.PROCESS_CPU,
            Metrics.NODE_SYNCS,
            Metrics.WORKER_THROTTLED,
            Metrics.CLIENT_BUFFER_WAIT,
            Metrics.CLIENT_HELD_BACK,
            Metrics.CLIENT_FETCH_HELD_BACK,
            Metrics.ACKED);
    private static final Set<MetricUnit> LARGE = Set.of(MetricUnit.BYTES, MetricUnit.BYTES_PER_SECOND);

    private final Map<Metric, Map<Labels, SeriesUse>> series = new HashMap<>();

    void add(Collection<Sample> samples, double seconds) {
        double syncs = 0;
        boolean counted = false;
        for (Sample sample : samples) {
            if (KEPT.contains(sample.metric())) {
                use(sample.metric(), sample.labels()).add(sample.value(), seconds);
            }
            if (sample.metric().equals(Metrics.NODE_SYNCS)) {
                syncs += sample.value();
                counted = true;
            }
        }
        if (counted) {
            use(Metrics.NODE_SYNCS, Labels.NONE).add(syncs, seconds);
        }
    }

    private SeriesUse use(Metric metric, Labels labels) {
        return series.computeIfAbsent(metric, _ -> new HashMap<>())
                .computeIfAbsent(labels, _ -> new SeriesUse(LARGE.contains(metric.unit()) ? 1 : MILLIONTHS));
    }

    public Optional<SeriesUse> ofHost(Metric metric, String host) {
        return Optional.ofNullable(of(metric).get(Labels.of(Labels.HOST, host)));
    }

    public Optional<SeriesUse> syncs() {
        return Optional.ofNullable(of(Metrics.NODE_SYNCS).get(Labels.NONE));
    }

    public SortedMap<String, SeriesUse> nodes() {
        SortedMap<String, SeriesUse> nodes = new TreeMap<>();
        of(Metrics.PROCESS_CPU).forEach((labels, use) -> {
            if (!labels.get(Labels.NODE).isEmpty()) {
                nodes.put(labels.get(Labels.NODE), use);
            }
        });
        return nodes;
    }

    public Optional<SeriesUse> worker(String name) {
        return Optional.ofNullable(of(Metrics.PROCESS_CPU).get(Labels.of(Labels.WORKER, name)));
    }

    /** Returns the fraction of time that the producers of a worker waited for room in their client, by the worker's name. */
    public SortedMap<String, SeriesUse> bufferWaits() {
        return byWorker(Metrics.CLIENT_BUFFER_WAIT);
    }

    /** Returns the fraction of time that servers kept the producers of a worker from sending, by the worker's name. */
    public SortedMap<String, SeriesUse> heldBack() {
        return byWorker(Metrics.CLIENT_HELD_BACK);
    }

    /** Returns the fraction of time that servers kept the consumers of a worker from fetching, by the worker's name. */
    public SortedMap<String, SeriesUse> fetchesHeldBack() {
        return byWorker(Metrics.CLIENT_FETCH_HELD_BACK);
    }

    /** Returns the fraction of the kernel's periods in which a worker had used up its quota of processor time, by the worker's name. */
    public SortedMap<String, SeriesUse> throttled() {
        return byWorker(Metrics.WORKER_THROTTLED);
    }

    private SortedMap<String, SeriesUse> byWorker(Metric metric) {
        SortedMap<String, SeriesUse> byWorker = new TreeMap<>();
        of(metric).forEach((labels, use) -> byWorker.put(labels.get(Labels.WORKER), use));
        return byWorker;
    }

    /** Returns the messages acknowledged per second. */
    public Optional<SeriesUse> acknowledged() {
        return Optional.ofNullable(of(Metrics.ACKED).get(Labels.NONE));
    }

    private Map<Labels, SeriesUse> of(Metric metric) {
        return series.getOrDefault(metric, Map.of());
    }
}
