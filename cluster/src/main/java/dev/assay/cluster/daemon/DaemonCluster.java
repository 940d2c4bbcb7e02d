package dev.assay.cluster.daemon;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ServerNode;
import dev.assay.host.process.LogTail;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.host.process.Signal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Represents a daemon's cluster while a run measures it. The run watches the servers, and neither ends nor changes anything of them. */
public final class DaemonCluster implements Cluster {
    private static final int TAIL_LINES = 20;

    private final ClusterRegistration registration;
    private final RunningCluster running;
    private final StartedSettings settings;
    private final Map<String, String> connection;
    private final CompletableFuture<String> failure = new CompletableFuture<>();
    private volatile boolean left;

    private DaemonCluster(ClusterRegistration registration, RunningCluster running, Map<String, String> connection) {
        this.registration = registration;
        this.running = running;
        this.settings = registration.startedSettings();
        this.connection = Map.copyOf(connection);
    }

    /**
     * Joins the cluster in that slot.
     *
     * @param connection of the trial's driver
     * @throws DeploymentException when no whole cluster is up there
     */
    public static DaemonCluster join(ClusterRegistration registration, Map<String, String> connection) {
        DaemonCluster cluster = new DaemonCluster(registration, registration.requireWhole(), connection);
        cluster.watch();
        return cluster;
    }

    private void watch() {
        running.nodes().forEach(node -> onEnd(node.process(), () -> describe(node)));
        onEnd(
                running.daemon(),
                () -> "the daemon of the running cluster '" + registration.system()
                        + "' has ended, and its servers with it");
    }

    private void onEnd(ProcessIdentity process, Supplier<String> reason) {
        CompletableFuture<?> end = process.handle()
                .<CompletableFuture<?>>map(ProcessHandle::onExit)
                .orElseGet(() -> CompletableFuture.completedFuture(null));
        reporting(end.thenRun(() -> failure.complete(reason.get())));
    }

    /** Passes exceptions of work on another thread to its handler, since nobody could catch them. */
    private static void reporting(CompletableFuture<Void> work) {
        work.exceptionally(thrown -> {
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, thrown);
            return null;
        });
    }

    private String describe(RunningNode node) {
        return "%s (process %d) of the running cluster '%s' has ended.\nThe end of %s:\n%s"
                .formatted(
                        node.name(),
                        node.process().pid(),
                        registration.system(),
                        node.log(),
                        LogTail.of(node.log(), TAIL_LINES).indent(2).stripTrailing());
    }

    @Override
    public Map<String, String> connection() {
        return connection;
    }

    @Override
    public Optional<String> serverVersion() {
        return Optional.of(running.version());
    }

    @Override
    public Map<String, String> origin() {
        Map<String, String> origin = new TreeMap<>();
        origin.put("name", registration.system());
        origin.put("version", running.version());
        origin.put("durability", running.durability());
        origin.put("up since", running.since().toString());
        return origin;
    }

    @Override
    public Optional<Instant> upSince() {
        return Optional.of(running.since());
    }

    @Override
    public List<ServerNode> nodes() {
        return running.nodes().stream()
                .flatMap(node -> node.process().handle().stream()
                        .map(process -> new ServerNode(
                                node.name(), process, node.port(), node.log(), node.data(), node.page())))
                .toList();
    }

    @Override
    public Map<String, Map<String, String>> serverSettings() {
        return settings.nodes();
    }

    @Override
    public Map<String, String> overrides() {
        return settings.overrides();
    }

    @Override
    public Map<String, String> artifacts() {
        return settings.artifacts();
    }

    @Override
    public Optional<String> failure() {
        return Optional.ofNullable(failure.getNow(null));
    }

    @Override
    public void onFailure(Consumer<String> listener) {
        reporting(failure.thenAccept(reason -> {
            if (!left) {
                listener.accept(reason);
            }
        }));
    }

    @Override
    public void signal(String node, Signal signal) {
        throw new IllegalArgumentException("this run has not started the cluster '" + registration.system()
                + "', so it can't signal its node '" + node + "'");
    }

    @Override
    public void close() {
        left = true;
    }
}
