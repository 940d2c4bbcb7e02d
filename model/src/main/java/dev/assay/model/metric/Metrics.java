package dev.assay.model.metric;

import dev.assay.model.resource.TextResource;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Lists every metric that Assay itself records, as {@code metrics.txt} describes them. Rates are of about one second each. */
public final class Metrics {
    /** Is the host label of the machine that the run was started on. */
    public static final String COORDINATOR = "coordinator";

    private static final Map<String, Metric> CATALOGUE = parse(TextResource.of(Metrics.class, "metrics.txt"));
    private static final Set<Metric> OF_CLIENTS = new LinkedHashSet<>();

    public static final Metric OFFERED = metric("offered_messages_per_second");
    public static final Metric SENT = metric("sent_messages_per_second");
    public static final Metric ACKED = metric("acked_messages_per_second");
    public static final Metric FAILED = metric("failed_messages_per_second");
    public static final Metric RECEIVED = metric("received_messages_per_second");
    public static final Metric BACKLOG = metric("backlog_messages");

    public static final Metric PROCESS_CPU = metric("process_cpu_cores");
    public static final Metric PROCESS_COMPILERS = metric("process_compiler_cores");
    public static final Metric PROCESS_COMPILERS_WAIT = metric("process_compiler_wait_cores");
    public static final Metric PROCESS_MEMORY = metric("process_resident_memory_bytes");
    public static final Metric PROCESS_DISK_READ = metric("process_disk_read_bytes_per_second");
    public static final Metric PROCESS_DISK_WRITTEN = metric("process_disk_written_bytes_per_second");
    public static final Metric PROCESS_NETWORK_RECEIVED = metric("process_network_received_bytes_per_second");
    public static final Metric PROCESS_NETWORK_SENT = metric("process_network_sent_bytes_per_second");

    public static final Metric NODE_SYNCS = metric("node_syncs_per_second");
    public static final Metric NODE_METADATA_SYNCS = metric("node_metadata_syncs_per_second");
    public static final Metric NODE_GC_PAUSE = metric("node_gc_pause_seconds");
    public static final Metric NODE_WRITES = metric("node_writes_per_second");
    public static final Metric NODE_WRITE_TIME = metric("node_write_seconds");
    public static final Metric NODE_HANDLERS_IDLE = metric("node_request_handler_idle_ratio");
    public static final Metric NODE_FLUSH = metric("node_flush_seconds");
    public static final Metric NODE_QUEUED = metric("node_queued_requests");
    public static final Metric NODE_UNDER_WAY = metric("node_writes_under_way_requests");
    public static final Metric NODE_THROTTLED = metric("node_throttled_writes_per_second");
    public static final Metric NODE_COMMIT = metric("node_commit_seconds");
    public static final Metric NODE_ALARM = metric("node_alarm_ratio");

    public static final Metric WORKER_GC_PAUSE = metric("worker_gc_pause_seconds");
    public static final Metric WORKER_ALLOCATION_STALL = metric("worker_allocation_stall_seconds");
    public static final Metric WORKER_LONGEST_ALLOCATION_STALL = metric("worker_longest_allocation_stall_seconds");
    public static final Metric WORKER_HICCUP = metric("worker_longest_hiccup_seconds");
    public static final Metric WORKER_THROTTLED = metric("worker_throttled_ratio");

    public static final Metric CLIENT_BATCHES = ofClient("client_batches_per_second");
    public static final Metric CLIENT_BATCH_MESSAGES = ofClient("client_batch_messages");
    public static final Metric CLIENT_BATCH_BYTES = ofClient("client_batch_bytes");
    public static final Metric CLIENT_QUEUE = ofClient("client_queue_seconds");
    public static final Metric CLIENT_BUFFER_WAIT = ofClient("client_buffer_wait_ratio");
    public static final Metric CLIENT_BUFFER_AVAILABLE = ofClient("client_buffer_available_bytes");
    public static final Metric CLIENT_PENDING = ofClient("client_pending_messages");
    public static final Metric CLIENT_REQUEST_TIME = ofClient("client_request_seconds");
    public static final Metric CLIENT_HELD_BACK = ofClient("client_held_back_ratio");
    public static final Metric CLIENT_FETCH_MESSAGES = ofClient("client_fetch_messages");
    public static final Metric CLIENT_FETCH_TIME = ofClient("client_fetch_seconds");
    public static final Metric CLIENT_FETCH_HELD_BACK = ofClient("client_fetch_held_back_ratio");

    public static final Metric HOST_CPU = metric("host_cpu_cores");
    public static final Metric HOST_CPU_FOREIGN = metric("host_foreign_cpu_cores");
    public static final Metric COORDINATOR_CPU = metric("coordinator_cpu_cores");
    public static final Metric HOST_CPU_BUSY = metric("host_cpu_busy_ratio");
    public static final Metric HOST_CPU_STEAL = metric("host_cpu_steal_ratio");
    public static final Metric HOST_PRESSURE = metric("host_pressure_ratio");
    public static final Metric HOST_SUSPENDED = metric("host_suspended_seconds");
    public static final Metric HOST_MEMORY_AVAILABLE = metric("host_memory_available_bytes");
    public static final Metric HOST_DISK_READ = metric("host_disk_read_bytes_per_second");
    public static final Metric HOST_DISK_WRITTEN = metric("host_disk_written_bytes_per_second");
    public static final Metric HOST_DISK_BUSY = metric("host_disk_busy_ratio");
    public static final Metric HOST_LOOPBACK = metric("host_loopback_bytes_per_second");
    public static final Metric HOST_NETWORK_RECEIVED = metric("host_network_received_bytes_per_second");
    public static final Metric HOST_NETWORK_SENT = metric("host_network_sent_bytes_per_second");
    public static final Metric HOST_CLOCK_DRIFT = metric("host_clock_drift_seconds");
    public static final Metric HOST_CLOCK_CORRECTION = metric("host_clock_correction_seconds");
    public static final Metric HOST_CLOCK_ERROR = metric("host_clock_error_seconds");

    private Metrics() {}

    /** @throws IllegalArgumentException when a line is no metric, or has the name of an earlier one */
    static Map<String, Metric> parse(String text) {
        Map<String, Metric> metrics = new LinkedHashMap<>();
        for (String line : TextResource.lines(text)) {
            String[] cells = line.split(" *\\| *", -1);
            if (cells.length != 5 || cells[3].isEmpty() || cells[4].isEmpty()) {
                throw new IllegalArgumentException("expected name | unit | labels | title | help, but found: " + line);
            }
            List<String> labels = cells[2].isEmpty() ? List.of() : List.of(cells[2].split(" ", -1));
            Metric metric = new Metric(cells[0], MetricUnit.ofSymbol(cells[1]), labels, cells[3], cells[4]);
            if (metrics.put(metric.name(), metric) != null) {
                throw new IllegalArgumentException("the catalogue has " + metric.name() + " twice");
            }
        }
        return metrics;
    }

    private static Metric metric(String name) {
        return Objects.requireNonNull(CATALOGUE.get(name), name);
    }

    private static Metric ofClient(String name) {
        Metric metric = metric(name);
        OF_CLIENTS.add(metric);
        return metric;
    }

    /** Returns the metrics that drivers read from the vendors' clients, without their label. */
    public static Set<Metric> ofClients() {
        return Collections.unmodifiableSet(OF_CLIENTS);
    }

    public static Collection<Metric> all() {
        return Collections.unmodifiableCollection(CATALOGUE.values());
    }

    /** Returns the metric of that name; empty where the catalogue has none. */
    public static Optional<Metric> named(String name) {
        return Optional.ofNullable(CATALOGUE.get(name));
    }

    /** Returns the names of the labels of all metrics, in the order in which they first occur. */
    public static List<String> labels() {
        return all().stream()
                .flatMap(metric -> metric.labels().stream())
                .distinct()
                .toList();
    }
}
