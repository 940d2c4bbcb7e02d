package dev.assay.model.metric;

import static dev.assay.model.metric.Labels.GROUP;
import static dev.assay.model.metric.Labels.HOST;
import static dev.assay.model.metric.Labels.NODE;
import static dev.assay.model.metric.Labels.PART;
import static dev.assay.model.metric.Labels.RESOURCE;
import static dev.assay.model.metric.Labels.STALL;
import static dev.assay.model.metric.Labels.SUBSCRIPTION;
import static dev.assay.model.metric.Labels.WORKER;
import static dev.assay.model.metric.MetricUnit.BYTES;
import static dev.assay.model.metric.MetricUnit.BYTES_PER_SECOND;
import static dev.assay.model.metric.MetricUnit.CORES;
import static dev.assay.model.metric.MetricUnit.MESSAGES;
import static dev.assay.model.metric.MetricUnit.MESSAGES_PER_SECOND;
import static dev.assay.model.metric.MetricUnit.PER_SECOND;
import static dev.assay.model.metric.MetricUnit.RATIO;
import static dev.assay.model.metric.MetricUnit.REQUESTS;
import static dev.assay.model.metric.MetricUnit.SECONDS;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The catalogue: every metric that Assay itself records. Rates are of about one second each. */
public final class Metrics {
    /** The host label of the machine that the run was started on. */
    public static final String COORDINATOR = "coordinator";

    private static final Map<String, Metric> CATALOGUE = new LinkedHashMap<>();
    private static final Set<Metric> OF_CLIENTS = new LinkedHashSet<>();

    public static final Metric OFFERED =
            metric("offered_messages_per_second", MESSAGES_PER_SECOND, List.of(), "offered", "messages due to be sent");
    public static final Metric SENT =
            metric("sent_messages_per_second", MESSAGES_PER_SECOND, List.of(), "sent", "messages handed to the client");
    public static final Metric ACKED = metric(
            "acked_messages_per_second",
            MESSAGES_PER_SECOND,
            List.of(),
            "acknowledged",
            "messages acknowledged by the system");
    public static final Metric FAILED = metric(
            "failed_messages_per_second", MESSAGES_PER_SECOND, List.of(), "failed", "messages reported as failed");

    private static final List<String> OF_SUBSCRIPTION = List.of(GROUP, SUBSCRIPTION);

    public static final Metric RECEIVED = metric(
            "received_messages_per_second",
            MESSAGES_PER_SECOND,
            OF_SUBSCRIPTION,
            "received",
            "distinct messages received by a subscription");
    public static final Metric BACKLOG = metric(
            "backlog_messages",
            MESSAGES,
            OF_SUBSCRIPTION,
            "backlog",
            "acknowledged, but not yet received by a subscription");

    private static final List<String> OF_PROCESS = List.of(NODE, WORKER);

    public static final Metric PROCESS_CPU =
            metric("process_cpu_cores", CORES, OF_PROCESS, "processor time", "cores in use by a server or worker");
    public static final Metric PROCESS_COMPILERS = metric(
            "process_compiler_cores",
            CORES,
            OF_PROCESS,
            "compilers",
            "cores in use by the just-in-time compilers of a server's or worker's JVM");
    public static final Metric PROCESS_COMPILERS_WAIT = metric(
            "process_compiler_wait_cores",
            CORES,
            OF_PROCESS,
            "compilers waiting",
            "time in each second in which compiler threads of a JVM were ready to run and had no processor, added up");
    public static final Metric PROCESS_MEMORY = metric(
            "process_resident_memory_bytes",
            BYTES,
            OF_PROCESS,
            "resident memory",
            "memory in use at the end of each second");
    public static final Metric PROCESS_DISK_READ = metric(
            "process_disk_read_bytes_per_second", BYTES_PER_SECOND, OF_PROCESS, "disk reads", "bytes read from disks");
    public static final Metric PROCESS_DISK_WRITTEN = metric(
            "process_disk_written_bytes_per_second",
            BYTES_PER_SECOND,
            OF_PROCESS,
            "disk writes",
            "bytes written to disks, counted when they enter the page cache");
    public static final Metric PROCESS_NETWORK_RECEIVED = metric(
            "process_network_received_bytes_per_second",
            BYTES_PER_SECOND,
            OF_PROCESS,
            "network, received",
            "bytes received over TCP");
    public static final Metric PROCESS_NETWORK_SENT = metric(
            "process_network_sent_bytes_per_second",
            BYTES_PER_SECOND,
            OF_PROCESS,
            "network, sent",
            "bytes sent over TCP");
    public static final Metric NODE_SYNCS = metric(
            "node_syncs_per_second",
            PER_SECOND,
            List.of(NODE),
            "syncs to disk",
            "calls of fsync, fdatasync and msync by a server, but for its metadata log");
    public static final Metric NODE_METADATA_SYNCS = metric(
            "node_metadata_syncs_per_second",
            PER_SECOND,
            List.of(NODE),
            "syncs of metadata to disk",
            "the same calls for the server's metadata log, which it makes without messages, too");

    /** Server metrics, where they are asked; see {@code ServerMetrics} in {@code deployment}. */
    private static final List<String> OF_NODE = List.of(NODE);

    public static final Metric NODE_GC_PAUSE = metric(
            "node_gc_pause_seconds",
            SECONDS,
            OF_NODE,
            "server GC pauses",
            "sum of a server's garbage collection pauses in each second, as reported by its JVM");
    public static final Metric NODE_WRITES = metric(
            "node_writes_per_second",
            PER_SECOND,
            OF_NODE,
            "write requests",
            "write requests that a server answered, each with one or more messages, as reported by the server");
    public static final Metric NODE_WRITE_TIME = metric(
            "node_write_seconds",
            SECONDS,
            List.of(NODE, PART),
            "write request time",
            "mean time that the write requests answered in each second spent in one part of a server, as reported by the server");
    public static final Metric NODE_HANDLERS_IDLE = metric(
            "node_request_handler_idle_ratio",
            RATIO,
            OF_NODE,
            "idle request threads",
            "fraction of time that a server's request threads were idle, as reported by the server");
    public static final Metric NODE_FLUSH = metric(
            "node_flush_seconds",
            SECONDS,
            OF_NODE,
            "flush time",
            "mean duration of a server's log flushes to disk that ended in each second, as reported by the server");
    public static final Metric NODE_QUEUED = metric(
            "node_queued_requests",
            REQUESTS,
            List.of(NODE, PART),
            "write queues",
            "how many were waiting for one part of a server at the end of each second, as reported by the server");
    public static final Metric NODE_UNDER_WAY = metric(
            "node_writes_under_way_requests",
            REQUESTS,
            OF_NODE,
            "writes in progress",
            "write requests that a server had accepted but not yet answered at the end of each second, as reported by the server");
    public static final Metric NODE_THROTTLED = metric(
            "node_throttled_writes_per_second",
            PER_SECOND,
            OF_NODE,
            "throttled writes",
            "write requests that a server delayed until it had room for them, as reported by the server");
    public static final Metric NODE_COMMIT = metric(
            "node_commit_seconds",
            SECONDS,
            OF_NODE,
            "commit time",
            "time from writing an entry of a server's replicated logs until a majority has it, as reported by the server");
    public static final Metric NODE_ALARM = metric(
            "node_alarm_ratio",
            RATIO,
            OF_NODE,
            "alarms",
            "1 where a server was so short of memory or disk that all publishers were blocked, else 0, as reported by the server");

    public static final Metric WORKER_GC_PAUSE = metric(
            "worker_gc_pause_seconds",
            SECONDS,
            List.of(WORKER),
            "GC pauses",
            "sum of a worker's garbage collection pauses in each second");
    public static final Metric WORKER_ALLOCATION_STALL = metric(
            "worker_allocation_stall_seconds",
            SECONDS,
            List.of(WORKER),
            "allocation stalls",
            "total time that all threads of a worker waited for memory, as reported in each second");
    public static final Metric WORKER_LONGEST_ALLOCATION_STALL = metric(
            "worker_longest_allocation_stall_seconds",
            SECONDS,
            List.of(WORKER),
            "longest allocation stall",
            "longest time that a thread of a worker waited for memory, as reported in each second");
    public static final Metric WORKER_HICCUP = metric(
            "worker_longest_hiccup_seconds",
            SECONDS,
            List.of(WORKER),
            "longest hiccup",
            "how much longer than requested a sleeping thread of a worker slept, the maximum in each second");
    public static final Metric WORKER_THROTTLED = metric(
            "worker_throttled_ratio",
            RATIO,
            List.of(WORKER),
            "throttled by quota",
            "fraction of the kernel's periods in each second in which a worker had used up its quota of processor time and stood still");

    public static final Metric CLIENT_BATCHES =
            ofClient("client_batches_per_second", PER_SECOND, "client batches", "batches of messages sent");
    public static final Metric CLIENT_BATCH_MESSAGES = ofClient(
            "client_batch_messages",
            MESSAGES,
            "messages per batch",
            "mean number of messages in the batches sent in each second");
    public static final Metric CLIENT_BATCH_BYTES = ofClient(
            "client_batch_bytes",
            BYTES,
            "batch size",
            "mean size of the batches sent in each second, compressed where the client compresses");
    public static final Metric CLIENT_QUEUE = ofClient(
            "client_queue_seconds",
            SECONDS,
            "batches waiting in clients",
            "mean time that the batches sent in each second had waited since their first message");
    public static final Metric CLIENT_BUFFER_WAIT = ofClient(
            "client_buffer_wait_ratio",
            RATIO,
            "producers waiting for space",
            "fraction of time that producers waited for space in their client; a wait is counted when it ends");
    public static final Metric CLIENT_BUFFER_AVAILABLE = ofClient(
            "client_buffer_available_bytes",
            BYTES,
            "free buffer memory",
            "free buffer memory of the producer with the least, at the end of each second");
    public static final Metric CLIENT_PENDING = ofClient(
            "client_pending_messages",
            MESSAGES,
            "messages held by clients",
            "messages accepted by clients that have no outcome yet, at the end of each second");
    public static final Metric CLIENT_REQUEST_TIME = ofClient(
            "client_request_seconds",
            SECONDS,
            "client write request time",
            "mean time from sending a request with messages to its response, in each second");
    public static final Metric CLIENT_HELD_BACK = ofClient(
            "client_held_back_ratio",
            RATIO,
            "producers held back by servers",
            "fraction of time that servers kept producers from sending");
    public static final Metric CLIENT_FETCH_MESSAGES = ofClient(
            "client_fetch_messages",
            MESSAGES,
            "messages per fetch",
            "mean number of messages that consumers received at once in each second");
    public static final Metric CLIENT_FETCH_TIME = ofClient(
            "client_fetch_seconds",
            SECONDS,
            "fetch time",
            "mean time from a fetch to its response in each second, including the wait for messages");
    public static final Metric CLIENT_FETCH_HELD_BACK = ofClient(
            "client_fetch_held_back_ratio",
            RATIO,
            "consumers held back by servers",
            "fraction of time that servers kept consumers from fetching");

    private static final List<String> OF_HOST = List.of(HOST);

    public static final Metric HOST_CPU =
            metric("host_cpu_cores", CORES, OF_HOST, "processor time", "cores in use on a machine, by all processes");
    public static final Metric HOST_CPU_FOREIGN = metric(
            "host_foreign_cpu_cores",
            CORES,
            OF_HOST,
            "processor time of other processes",
            "cores in use on a machine by processes that are not part of the trial");
    public static final Metric COORDINATOR_CPU = metric(
            "coordinator_cpu_cores",
            CORES,
            OF_HOST,
            "processor time of the coordinator",
            "cores in use by the process that runs the trial");
    public static final Metric HOST_CPU_BUSY = metric(
            "host_cpu_busy_ratio",
            RATIO,
            OF_HOST,
            "processors busy",
            "fraction of a machine's processor time that was neither idle nor stolen");
    public static final Metric HOST_CPU_STEAL = metric(
            "host_cpu_steal_ratio",
            RATIO,
            OF_HOST,
            "steal",
            "fraction of a machine's processor time that the hypervisor gave to others");
    public static final Metric HOST_PRESSURE = metric(
            "host_pressure_ratio",
            RATIO,
            List.of(HOST, RESOURCE, STALL),
            "pressure",
            "fraction of the time in which some or all tasks waited for a resource (PSI)");
    public static final Metric HOST_SUSPENDED = metric(
            "host_suspended_seconds",
            SECONDS,
            OF_HOST,
            "suspended",
            "time that a machine was suspended, which the clock used by its programs does not count");
    public static final Metric HOST_MEMORY_AVAILABLE = metric(
            "host_memory_available_bytes",
            BYTES,
            OF_HOST,
            "available memory",
            "memory that could be given to processes without swapping");
    public static final Metric HOST_DISK_READ = metric(
            "host_disk_read_bytes_per_second", BYTES_PER_SECOND, OF_HOST, "disk reads", "bytes read from all disks");
    public static final Metric HOST_DISK_WRITTEN = metric(
            "host_disk_written_bytes_per_second",
            BYTES_PER_SECOND,
            OF_HOST,
            "disk writes",
            "bytes written to all disks");
    public static final Metric HOST_DISK_BUSY = metric(
            "host_disk_busy_ratio",
            RATIO,
            OF_HOST,
            "busiest disk",
            "fraction of the time in which the busiest disk had a request in progress");
    public static final Metric HOST_LOOPBACK = metric(
            "host_loopback_bytes_per_second",
            BYTES_PER_SECOND,
            OF_HOST,
            "loopback traffic",
            "bytes that a machine sent to itself");
    public static final Metric HOST_NETWORK_RECEIVED = metric(
            "host_network_received_bytes_per_second",
            BYTES_PER_SECOND,
            OF_HOST,
            "network, received",
            "bytes received from other machines");
    public static final Metric HOST_NETWORK_SENT = metric(
            "host_network_sent_bytes_per_second",
            BYTES_PER_SECOND,
            OF_HOST,
            "network, sent",
            "bytes sent to other machines");

    public static final Metric HOST_CLOCK_DRIFT = metric(
            "host_clock_drift_seconds",
            SECONDS,
            OF_HOST,
            "clock drift",
            "how far the coordinator's clock has moved against a machine's since the trial began; less than 0 where the machine's is fast");
    public static final Metric HOST_CLOCK_CORRECTION = metric(
            "host_clock_correction_seconds",
            SECONDS,
            OF_HOST,
            "clock correction",
            "by how much trial time on a machine has been corrected since the trial began");
    public static final Metric HOST_CLOCK_ERROR = metric(
            "host_clock_error_seconds",
            SECONDS,
            OF_HOST,
            "clock error",
            "largest error of trial time on a machine in each second, after correction");

    private Metrics() {}

    private static Metric metric(String name, MetricUnit unit, List<String> labels, String title, String help) {
        Metric metric = new Metric(name, unit, labels, title, help);
        if (CATALOGUE.put(name, metric) != null) {
            throw new IllegalStateException("the catalogue has " + name + " twice");
        }
        return metric;
    }

    /** What the vendors' clients in a worker report about themselves. */
    private static Metric ofClient(String name, MetricUnit unit, String title, String help) {
        Metric metric = metric(name, unit, List.of(WORKER), title, help + ", as reported by clients");
        OF_CLIENTS.add(metric);
        return metric;
    }

    /** Those that drivers tell, without their label: values of the vendors' clients. */
    public static Set<Metric> ofClients() {
        return Collections.unmodifiableSet(OF_CLIENTS);
    }

    /** All of them, those of the load first. */
    public static Collection<Metric> all() {
        return Collections.unmodifiableCollection(CATALOGUE.values());
    }

    /** The metric of that name; empty where the catalogue has none. */
    public static Optional<Metric> named(String name) {
        return Optional.ofNullable(CATALOGUE.get(name));
    }

    /** The names of all labels that some metric has, in the order in which they first occur. */
    public static List<String> labels() {
        return all().stream()
                .flatMap(metric -> metric.labels().stream())
                .distinct()
                .toList();
    }
}
