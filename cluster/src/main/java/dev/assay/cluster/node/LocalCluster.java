package dev.assay.cluster.node;

import dev.assay.host.process.Signal;
import dev.assay.host.process.SupervisedProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of processes that Assay has started on this machine. Its data is thrown away, so its processes are killed
 * rather than asked to end.
 */
public abstract class LocalCluster implements Cluster {
    /** For a server that is asked to end to hand over what it leads; then it is killed. */
    private static final Duration ENDING = Duration.ofSeconds(60);

    private final List<ServerProcess> servers;
    private final Runnable deleteData;
    private final NodeMonitor watch = new NodeMonitor();
    private @Nullable ClusterFaults faults;
    private boolean closed;

    /**
     * Watches these processes from now on.
     *
     * @param servers all that must run, each under a name of its own
     * @param deleteData called at the end, when no process runs any more
     */
    protected LocalCluster(List<ServerProcess> servers, Runnable deleteData) {
        this.servers = List.copyOf(servers);
        this.deleteData = deleteData;
        processes(this.servers).forEach(watch::add);
    }

    /** Sets what injects faults into it; called in the constructor. */
    protected final void setFaults(ClusterFaults injector) {
        faults = injector;
    }

    @Override
    public final Optional<ClusterFaults> faults() {
        return Optional.ofNullable(faults);
    }

    /** The processes of the last start of each. */
    public static List<SupervisedProcess> processes(List<ServerProcess> servers) {
        return servers.stream().map(ServerProcess::process).toList();
    }

    /** The servers as they were given. */
    protected final List<ServerProcess> servers() {
        return servers;
    }

    /** What notices their ends. */
    protected final NodeMonitor watch() {
        return watch;
    }

    /** The process of the last start of the server of this name. */
    protected final SupervisedProcess process(String name) {
        return servers.stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("this cluster has no node '" + name + "', only "
                        + servers.stream().map(ServerProcess::name).toList()))
                .process();
    }

    /** The node that runs the server of this name. */
    protected final ServerNode node(String name, int clientPort, Path folder) {
        SupervisedProcess process = process(name);
        return new ServerNode(name, process.handle(), clientPort, process.log(), folder);
    }

    /**
     * Asks the servers to end, one after the other, and starts each again before the next.
     *
     * @param start starts one that has ended
     * @param inSync returns when all servers serve and all replicas are in sync
     */
    protected final List<RollingRestart.Node> restartInTurn(Consumer<ServerProcess> start, Runnable inSync) {
        List<RollingRestart.Node> done = new ArrayList<>();
        for (ServerProcess server : servers) {
            long begun = System.nanoTime();
            watch.mayEnd(List.of(server.process()));
            server.process().stop(ENDING);
            // None is started that the end of the cluster would not find.
            watch.unlessEnding(() -> {
                start.accept(server);
                watch.add(server.process());
            });
            inSync.run();
            done.add(new RollingRestart.Node(server.name(), begun, System.nanoTime()));
        }
        return done;
    }

    /** Called once before the processes are killed, unless one of them has failed. */
    protected void beforeEnd() {}

    @Override
    public final Optional<String> failure() {
        return watch.failure();
    }

    @Override
    public final void onFailure(Consumer<String> listener) {
        watch.onFailure(listener);
    }

    @Override
    public final void signal(String node, Signal signal) {
        process(node).signal(signal);
    }

    @Override
    public final synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        watch.end();
        try {
            if (failure().isEmpty()) {
                beforeEnd();
            }
        } finally {
            SupervisedProcess.killAll(processes(servers));
            deleteData.run();
        }
    }
}
