package dev.assay.cluster.telemetry;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.telemetry.SyncEvents.Syncs;
import dev.assay.host.HostException;
import dev.assay.host.HostSample;
import dev.assay.host.Machine;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.program.Program;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Samples the machine and the given processes once a second, on a thread of its own. It reads /proc itself: a library that reads everything
 * about a process would cost the system under test more than the values are worth.
 */
public final class Telemetry implements AutoCloseable {
    private final String host;
    private final Consumer<TelemetrySample> sink;
    private final List<ProcessReader> servers = new CopyOnWriteArrayList<>();
    private final List<ProcessReader> workers = new CopyOnWriteArrayList<>();
    /** Processes not in the family of this process, since another started them. */
    private final Queue<Long> newHeads = new ConcurrentLinkedQueue<>();

    private final List<String> limitations = new CopyOnWriteArrayList<>();
    private final ProcessFamily ours = new ProcessFamily();
    private final ProcessReader coordinator;
    private final SocketTraffic traffic = new SocketTraffic();
    private final SocketOwners owners = new SocketOwners();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("telemetry").daemon().factory());
    private @Nullable SyncTrace syncs;
    private Machine.@Nullable Watch machine;
    private volatile @Nullable ScheduledFuture<?> planned;
    private volatile boolean closed;
    private boolean hasSockets = true;
    private boolean sampledBefore;
    private long lastNanoTime = System.nanoTime();

    private Telemetry(String host, Consumer<TelemetrySample> sink) {
        this.host = host;
        this.sink = sink;
        this.coordinator =
                new ProcessReader(Labels.NONE, ProcessHandle.current().pid());
        ours.add(ProcessHandle.current().pid());
    }

    /**
     * Starts sampling; each sample goes to the sink on the sampling thread.
     *
     * @param host name of the machine in the samples
     */
    public static Telemetry start(String host, Machine machine, Consumer<TelemetrySample> sink) {
        Telemetry telemetry = new Telemetry(host, sink);
        telemetry.open(machine);
        return telemetry;
    }

    /** Starts sampling with the sync calls of servers, where the kernel and this user's rights allow counting them. */
    public static Telemetry startCountingSyncs(
            String host,
            Machine machine,
            Consumer<TelemetrySample> sink,
            ProcessSupervisor supervisor,
            AssayCache cache) {
        Telemetry telemetry = new Telemetry(host, sink);
        try {
            telemetry.syncs = SyncTrace.open(supervisor, cache);
        } catch (IOException e) {
            telemetry.limitations.add("Syncs of the servers to their disks are not counted: " + e.getMessage() + ".");
        }
        telemetry.open(machine);
        return telemetry;
    }

    public void watchWorker(String name, long pid) {
        watch(workers, new ProcessReader(Labels.of(Labels.WORKER, name), pid));
    }

    /** Samples this server too from now on, and counts its syncs where they are counted. */
    public void watchServer(String name, long pid) {
        watch(servers, new ProcessReader(Labels.of(Labels.NODE, name), pid));
    }

    /** Replaces an earlier process of the same name; one that is watched already, and runs, stays as it is. */
    private void watch(List<ProcessReader> watched, ProcessReader process) {
        for (ProcessReader earlier : watched) {
            if (earlier.labels().equals(process.labels())
                    && earlier.pid() == process.pid()
                    && !earlier.hasLostProcess()) {
                return;
            }
        }
        newHeads.add(process.pid());
        watched.removeIf(earlier -> earlier.labels().equals(process.labels()));
        watched.add(process);
    }

    public List<String> limitations() {
        return List.copyOf(limitations);
    }

    private void open(Machine sampled) {
        try {
            Machine.Watch watch = sampled.watch();
            machine = watch;
            limitations.addAll(watch.limitations());
            new SecondTicks(System::nanoTime, this::later, this::tick).start();
        } catch (IOException e) {
            limitations.add("Process and machine metrics are unavailable without a Linux /proc (" + e + ").");
        }
    }

    private void later(Runnable task, long delayNanos) {
        try {
            if (!closed) {
                planned = clock.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            }
        } catch (RejectedExecutionException ended) {
            // Nothing is sampled any more.
        }
    }

    private void tick() {
        try {
            long nanoTime = System.nanoTime();
            sink.accept(sample(nanoTime));
            lastNanoTime = nanoTime;
        } catch (IOException | RuntimeException e) {
            limitations.add("Sampling of processes and machine stopped: " + e);
            clock.shutdown();
        }
    }

    private TelemetrySample sample(long nanoTime) throws IOException {
        List<Sample> samples = new ArrayList<>();
        if (machine != null) {
            List<Sample> metrics = machine.sample(nanoTime);
            samples.addAll(HostSample.of(host, nanoTime, metrics).samples());
            addForeign(samples, metrics, nanoTime);
        }
        boolean knowsTraffic = hasSockets && sampledBefore;
        Map<Long, SocketTraffic.Bytes> bytes = sockets();
        double seconds = (nanoTime - lastNanoTime) / 1e9;
        Map<Long, Syncs> calls = syncCalls();
        processes().forEach(process -> {
            List<Sample> processSamples = process.sample(nanoTime);
            samples.addAll(processSamples);
            // Only connections of this network namespace are visible to ss.
            boolean counted = knowsTraffic && hasSockets && NetworkNamespace.isShared(process.pid());
            if (counted && !processSamples.isEmpty()) {
                SocketTraffic.Bytes net = bytes.getOrDefault(process.pid(), SocketTraffic.Bytes.NONE);
                samples.add(Metrics.PROCESS_NETWORK_RECEIVED.of(process.labels(), net.in() / seconds));
                samples.add(Metrics.PROCESS_NETWORK_SENT.of(process.labels(), net.out() / seconds));
            }
            if (calls != null && sampledBefore && servers.contains(process) && !processSamples.isEmpty()) {
                Syncs syncs = calls.getOrDefault(process.pid(), Syncs.NONE);
                samples.add(Metrics.NODE_SYNCS.of(process.labels(), syncs.ofMessages() / seconds));
                samples.add(Metrics.NODE_METADATA_SYNCS.of(process.labels(), syncs.ofMetadata() / seconds));
            }
        });
        sampledBefore = true;
        return new TelemetrySample(nanoTime, nanoTime - lastNanoTime, samples);
    }

    /** Adds the machine's load less the trial's: this process, servers, workers, and whatever they started. */
    private void addForeign(List<Sample> samples, List<Sample> ofMachine, long nanoTime) throws IOException {
        for (Long pid = newHeads.poll(); pid != null; pid = newHeads.poll()) {
            ours.add(pid);
        }
        double ownCores = ours.secondsSinceLast() / ((nanoTime - lastNanoTime) / 1e9);
        Labels hostLabels = Labels.of(Labels.HOST, host);
        coordinator.sample(nanoTime).stream()
                .filter(sample -> sample.metric().equals(Metrics.PROCESS_CPU))
                .forEach(sample -> samples.add(Metrics.COORDINATOR_CPU.of(hostLabels, sample.value())));
        if (sampledBefore) {
            ofMachine.stream()
                    .filter(sample -> sample.metric().equals(Metrics.HOST_CPU))
                    .forEach(sample -> samples.add(
                            Metrics.HOST_CPU_FOREIGN.of(hostLabels, Math.max(0, sample.value() - ownCores))));
        }
    }

    private Stream<ProcessReader> processes() {
        return Stream.concat(servers.stream(), workers.stream());
    }

    /** Returns sync calls by process since the last sample; null when they are not counted. */
    private @Nullable Map<Long, Syncs> syncCalls() {
        SyncTrace trace = syncs;
        if (trace == null) {
            return null;
        }
        try {
            Map<Long, Syncs> calls = trace.next();
            if (trace.lost() == 0) {
                return calls;
            }
            limitations.add("Syncs of the servers are no longer counted: the kernel dropped " + trace.lost()
                    + " events within a second.");
        } catch (IOException e) {
            limitations.add("Syncs of the servers are no longer counted: " + e.getMessage() + ".");
        }
        closeSyncs();
        return null;
    }

    private void closeSyncs() {
        SyncTrace trace = syncs;
        syncs = null;
        try {
            if (trace != null) {
                trace.close();
            }
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot end the tracing of syncs: " + e.getMessage(), e);
        }
    }

    private Map<Long, SocketTraffic.Bytes> sockets() {
        if (!hasSockets) {
            return Map.of();
        }
        try {
            Map<Long, SocketTraffic.Bytes> sockets = SocketTraffic.read(Program.find("ss"));
            List<Long> pids = processes().map(ProcessReader::pid).toList();
            return traffic.next(sockets, owners.of(sockets.keySet(), pids));
        } catch (HostException e) {
            hasSockets = false;
            limitations.add("Network bytes per process are unavailable ("
                    + String.valueOf(e.getMessage()).replaceFirst("\\.$", "") + ").");
            return Map.of();
        }
    }

    /** Stops sampling. Returns when the sink is not called any more. */
    @Override
    public void close() {
        closed = true;
        ScheduledFuture<?> next = planned;
        if (next != null) {
            next.cancel(false);
        }
        clock.close();
        closeSyncs();
    }
}
