package dev.assay.deployment.telemetry;

import dev.assay.deployment.AssayCache;
import dev.assay.deployment.DeploymentException;
import dev.assay.deployment.process.ProcessSupervisor;
import dev.assay.host.Machine;
import dev.assay.host.ThisMachine;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Samples the machine and the given processes once a second, on a thread of its own. It reads /proc itself: a library
 * that asks for all there is to know of a process would cost the system under test more than the figures are worth.
 */
public final class Telemetry implements AutoCloseable {
    private static final long PERIOD_MILLIS = 1000;

    private final Consumer<TelemetrySample> sink;
    private final ConcurrentMap<String, ProcessReader> processes = new ConcurrentHashMap<>();
    private final Set<String> servers = ConcurrentHashMap.newKeySet();
    private final List<String> limitations = new CopyOnWriteArrayList<>();
    private final SocketTraffic traffic = new SocketTraffic();
    private final SocketOwners owners = new SocketOwners();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("telemetry").daemon().factory());
    private @Nullable SyncTrace syncs;
    private Machine.@Nullable Watch machine;
    private @Nullable ScheduledFuture<?> ticking;
    private boolean hasSockets = true;
    private boolean sampledBefore;
    private long lastNanoTime = System.nanoTime();

    private Telemetry(Consumer<TelemetrySample> sink) {
        this.sink = sink;
    }

    /** Starts sampling; each sample goes to the sink on the sampling thread. */
    public static Telemetry start(Consumer<TelemetrySample> sink) {
        Telemetry telemetry = new Telemetry(sink);
        telemetry.open();
        return telemetry;
    }

    /** The same with the sync calls of servers, where the kernel and this user's rights allow them to be counted. */
    public static Telemetry startCountingSyncs(
            Consumer<TelemetrySample> sink, ProcessSupervisor supervisor, AssayCache cache) {
        Telemetry telemetry = new Telemetry(sink);
        try {
            telemetry.syncs = SyncTrace.open(supervisor, cache);
        } catch (IOException e) {
            telemetry.limitations.add("Syncs of the servers to their disks are not counted: " + e.getMessage() + ".");
        }
        telemetry.open();
        return telemetry;
    }

    /** Samples this process too from now on, under this name. */
    public void watch(String name, long pid) {
        processes.put(name, new ProcessReader(pid));
    }

    /** The same for a server, of which the syncs are counted as well. */
    public void watchServer(String name, long pid) {
        servers.add(name);
        watch(name, pid);
    }

    /** Samples the process of this name no more. */
    public void forget(String name) {
        processes.remove(name);
    }

    /** What cannot be sampled here and why, for people. */
    public List<String> limitations() {
        return List.copyOf(limitations);
    }

    private void open() {
        try {
            Machine.Watch watch = new ThisMachine().watch();
            machine = watch;
            limitations.addAll(watch.limitations());
            ticking = clock.scheduleAtFixedRate(this::tick, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            limitations.add("Without a Linux /proc (" + e + ") there are no figures of processes and machine.");
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
        Map<String, Double> figures = new LinkedHashMap<>();
        if (machine != null) {
            machine.sample(nanoTime).forEach(sample -> WideNames.put(sample, figures));
        }
        boolean knowsTraffic = hasSockets && sampledBefore;
        Map<Long, SocketTraffic.Bytes> bytes = sockets();
        double seconds = (nanoTime - lastNanoTime) / 1e9;
        Optional<Map<Long, Long>> calls = syncCalls();
        processes.forEach((name, reader) -> {
            Map<String, Double> own = reader.sample(nanoTime);
            own.forEach((figure, value) -> figures.put(name + "." + figure, value));
            if (knowsTraffic && hasSockets && !own.isEmpty()) {
                SocketTraffic.Bytes net = bytes.getOrDefault(reader.pid(), SocketTraffic.Bytes.NONE);
                figures.put(name + ".net_in_bytes_per_s", net.in() / seconds);
                figures.put(name + ".net_out_bytes_per_s", net.out() / seconds);
            }
            if (sampledBefore && servers.contains(name) && !own.isEmpty()) {
                calls.ifPresent(
                        known -> figures.put(name + ".syncs_per_s", known.getOrDefault(reader.pid(), 0L) / seconds));
            }
        });
        sampledBefore = true;
        return new TelemetrySample(nanoTime, figures);
    }

    /** Sync calls by process since the last sample; empty when they are not counted. */
    private Optional<Map<Long, Long>> syncCalls() {
        SyncTrace trace = syncs;
        if (trace == null) {
            return Optional.empty();
        }
        try {
            Map<Long, Long> calls = trace.next();
            if (trace.lost() == 0) {
                return Optional.of(calls);
            }
            limitations.add("Syncs of the servers are counted no more: the kernel had no room for " + trace.lost()
                    + " events within a second.");
        } catch (IOException e) {
            limitations.add("Syncs of the servers are counted no more: " + e.getMessage() + ".");
        }
        closeSyncs();
        return Optional.empty();
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
            Map<Long, SocketTraffic.Bytes> sockets = SocketTraffic.parse(SocketProgram.run());
            List<Long> pids =
                    processes.values().stream().map(ProcessReader::pid).toList();
            return traffic.next(sockets, owners.of(sockets.keySet(), pids));
        } catch (IOException e) {
            hasSockets = false;
            limitations.add("Network bytes of single processes are not known: " + e.getMessage()
                    + ". Install iproute2, which has ss.");
            return Map.of();
        }
    }

    /** Takes no more samples. Returns when the sink is not being called any more. */
    @Override
    public void close() {
        if (ticking != null) {
            ticking.cancel(false);
        }
        clock.close();
        closeSyncs();
    }
}
