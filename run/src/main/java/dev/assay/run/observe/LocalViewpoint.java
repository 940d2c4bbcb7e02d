package dev.assay.run.observe;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.disk.PageCache;
import dev.assay.cluster.telemetry.ListeningProcess;
import dev.assay.cluster.telemetry.Telemetry;
import dev.assay.cluster.telemetry.TelemetrySample;
import dev.assay.host.MachineFacts;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.metric.Metrics;
import dev.assay.run.MachineCalibration;
import dev.assay.worker.wire.Observation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** This machine, with the servers on it that a person has named. */
public final class LocalViewpoint implements Viewpoint {
    /** Whoever is told gives it another name. */
    private static final String HERE = "here";

    private final List<WatchedServer> servers;
    private final List<Path> data;
    private final boolean mayDropPageCache;
    private final AssayCache cache;
    private final ProcessSupervisor supervisor;

    /**
     * One of this machine.
     *
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
        // The one that calibrations are told apart by.
        Map<String, String> ofCache = MachineFacts.read(cache.root());
        Map<String, String> facts = data.isEmpty() ? ofCache : MachineFacts.read(data.getFirst());
        return new Observation.Sight(
                facts,
                servers.stream()
                        .filter(server -> ListeningProcess.on(server.port()).isPresent())
                        .map(WatchedServer::name)
                        .toList(),
                disks(),
                MachineCalibration.of(cache, ofCache).status(Instant.now()),
                refusalToDrop());
    }

    /** Each device counts once, however many folders are on it. */
    private int disks() {
        Set<String> devices = new HashSet<>();
        for (Path folder : data) {
            try {
                devices.add(Files.getFileStore(folder).name());
            } catch (IOException e) {
                return 0; // Gone since the observer was started: no longer known.
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
        watched.telemetry = Telemetry.startCountingSyncs(HERE, watched::take, supervisor, cache);
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

    /** The servers as far as they are there, by the thread that samples. */
    private final class Watched implements Watch {
        private final Consumer<Observation.Second> sink;
        private final Map<String, Long> processes = new HashMap<>();
        private volatile @Nullable Telemetry telemetry;
        private int told;

        Watched(Consumer<Observation.Second> sink) {
            this.sink = sink;
        }

        private void take(TelemetrySample sample) {
            Telemetry present = telemetry;
            if (present == null) {
                return; // The first sample may come before there is anybody to ask for more.
            }
            follow(present);
            List<String> all = present.limitations();
            List<String> fresh = all.subList(told, all.size());
            told = all.size();
            sink.accept(new Observation.Second(
                    sample.nanoTime(),
                    sample.samples().stream()
                            // Here this process coordinates nothing.
                            .filter(one -> !one.metric().equals(Metrics.COORDINATOR_CPU))
                            .toList(),
                    List.copyOf(fresh)));
        }

        /** A server that was started again has another process; looking for it takes a look at all processes. */
        private void follow(Telemetry present) {
            for (WatchedServer server : servers) {
                Long known = processes.get(server.name());
                if (known != null && ProcessHandle.of(known).isPresent()) {
                    continue;
                }
                OptionalLong found = ListeningProcess.on(server.port());
                found.ifPresent(pid -> {
                    processes.put(server.name(), pid);
                    present.watchServer(server.name(), pid);
                });
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
