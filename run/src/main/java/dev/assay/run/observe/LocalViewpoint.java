package dev.assay.run.observe;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.disk.PageCache;
import dev.assay.cluster.telemetry.ListeningProcess;
import dev.assay.cluster.telemetry.NetworkNamespace;
import dev.assay.cluster.telemetry.Telemetry;
import dev.assay.cluster.telemetry.TelemetrySample;
import dev.assay.host.MachineFacts;
import dev.assay.host.ThisMachine;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.metric.Metrics;
import dev.assay.run.launch.MachineCalibration;
import dev.assay.worker.wire.Observation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Watches this machine, and those servers on it that a person has named. */
public final class LocalViewpoint implements Viewpoint {
    /** The machine's name in samples, which receivers replace. */
    private static final String HERE = "here";

    /** The interval of looking for a server that is not running: each look reads all processes. */
    private static final int SECONDS_PER_LOOK = 5;

    private final List<WatchedServer> servers;
    private final List<Path> data;
    private final boolean mayDropPageCache;
    private final AssayCache cache;
    private final ProcessSupervisor supervisor;

    /**
     * @param data the folders that the servers write to; none where they are not known
     * @param mayDropPageCache whether callers may have the page cache dropped
     */
    public LocalViewpoint(
            List<WatchedServer> servers,
            List<Path> data,
            boolean mayDropPageCache,
            AssayCache cache,
            ProcessSupervisor supervisor) {
        this.servers = List.copyOf(servers);
        this.data = List.copyOf(data);
        this.mayDropPageCache = mayDropPageCache;
        this.cache = cache;
        this.supervisor = supervisor;
    }

    @Override
    public Observation.Sight sight() {
        // Calibrations are distinguished by the facts read at the cache.
        Map<String, String> ofCache = MachineFacts.read(cache.root());
        Map<String, String> facts = data.isEmpty() ? ofCache : MachineFacts.read(data.getFirst());
        return new Observation.Sight(
                facts,
                servers.stream()
                        .filter(server -> isThere(server, ListeningProcess.on(server.port())))
                        .map(WatchedServer::name)
                        .toList(),
                disks(),
                MachineCalibration.of(cache, ofCache).status(Instant.now()),
                refusalToDrop());
    }

    /**
     * Returns whether the server is running.
     *
     * @param processes that listen on its port
     * @throws DeploymentException when there are several, of which nobody can tell which is meant
     */
    static boolean isThere(WatchedServer server, List<Long> processes) {
        if (processes.size() > 1) {
            throw DeploymentException.environment(
                    "port %d of server '%s' is that of several processes on its machine, each in a network namespace of its own: %s; keep one of them on a machine, or give them ports that differ and name each with --server"
                            .formatted(
                                    server.port(),
                                    server.name(),
                                    processes.stream()
                                            .map(LocalViewpoint::described)
                                            .collect(Collectors.joining(", "))),
                    null);
        }
        return !processes.isEmpty();
    }

    /** Returns whether the process runs that was followed so far; another may have its number by now. */
    static boolean runs(@Nullable ProcessIdentity followed) {
        return followed != null && followed.isAlive();
    }

    /** Describes a process without its arguments, which may have secrets. */
    private static String described(long pid) {
        return pid
                + ProcessHandle.of(pid)
                        .flatMap(process -> process.info().command())
                        .map(command -> " (" + command + ")")
                        .orElse("");
    }

    /** Counts each device once, however many folders are on it; 0 where unknown. */
    private int disks() {
        Set<String> devices = new HashSet<>();
        for (Path folder : data) {
            try {
                devices.add(Files.getFileStore(folder).name());
            } catch (IOException e) {
                return 0; // It has gone since the observer was started.
            }
        }
        return devices.size();
    }

    private String refusalToDrop() {
        return mayDropPageCache
                ? new PageCache().refusal().orElse("")
                : "its observer was started without --allow-page-cache-drop";
    }

    @Override
    public Watch watch(Consumer<Observation.Second> sink) {
        Watched watched = new Watched(sink);
        watched.telemetry = Telemetry.startCountingSyncs(HERE, new ThisMachine(), watched::take, supervisor, cache);
        return watched;
    }

    @Override
    public void dropPageCache() {
        String refusal = refusalToDrop();
        if (!refusal.isEmpty()) {
            throw DeploymentException.environment(refusal, null);
        }
        new PageCache().drop();
    }

    /** Samples the running servers, on the thread of the telemetry. */
    private final class Watched implements Watch {
        private final Consumer<Observation.Second> sink;
        private final Map<String, ProcessIdentity> processes = new HashMap<>();
        private final Set<String> reportedLimits = new HashSet<>();
        private volatile @Nullable Telemetry telemetry;
        private int seconds;
        private int reportedCount;

        Watched(Consumer<Observation.Second> sink) {
            this.sink = sink;
        }

        private void take(TelemetrySample sample) {
            Telemetry present = telemetry;
            if (present == null) {
                return; // The first sample may come before there is anybody to ask for more.
            }
            List<String> limits = seconds++ % SECONDS_PER_LOOK == 0 ? follow(present) : List.of();
            List<String> all = present.limitations();
            List<String> fresh = new ArrayList<>(all.subList(reportedCount, all.size()));
            reportedCount = all.size();
            fresh.addAll(limits.stream().filter(reportedLimits::add).toList());
            sink.accept(new Observation.Second(
                    sample.nanoTime(),
                    sample.samples().stream()
                            // Here this process coordinates nothing.
                            .filter(one -> !one.metric().equals(Metrics.COORDINATOR_CPU))
                            .toList(),
                    List.copyOf(fresh)));
        }

        /**
         * Follows servers to new processes after a restart; looking for one means a look at all processes.
         *
         * @return limitations of the servers' values
         */
        private List<String> follow(Telemetry present) {
            List<String> limits = new ArrayList<>();
            for (WatchedServer server : servers) {
                if (runs(processes.get(server.name()))) {
                    continue;
                }
                List<Long> processes = ListeningProcess.on(server.port());
                if (processes.size() > 1) {
                    limits.add(
                            "server '%s' is not watched: several processes listen on its port %d, each in a network namespace of its own"
                                    .formatted(server.name(), server.port()));
                } else if (!processes.isEmpty()) {
                    watch(present, server.name(), processes.getFirst(), limits);
                }
            }
            return limits;
        }

        private void watch(Telemetry present, String server, long pid, List<String> limits) {
            ProcessIdentity.of(pid).ifPresent(process -> processes.put(server, process));
            present.watchServer(server, pid);
            if (!NetworkNamespace.isShared(pid)) {
                limits.add("network bytes of server '" + server
                        + "' are not known: it has a network namespace of its own, as pods have");
            }
        }

        @Override
        public void close() {
            Telemetry present = telemetry;
            if (present != null) {
                present.close();
            }
        }
    }
}
