package dev.assay.cluster.daemon;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.host.process.OwnerState;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.host.process.ProcessSupervisor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Ends one running cluster: its daemon first, which stops everything in order; then whatever the daemon left. The caller has the slot
 * {@linkplain ClusterRegistration#alone alone}.
 */
public final class Teardown {
    private static final long POLL_NANOS = 50_000_000;

    /** The limit of a killed process's death: its disk may have much to write first. */
    private static final Duration DEATH = Duration.ofMinutes(1);

    private final ClusterRegistration registration;
    private final AssayCache cache;
    private final Duration patience;
    private final List<String> done = new ArrayList<>();

    /** @param patience how long the daemon may take before it is killed */
    public Teardown(ClusterRegistration registration, AssayCache cache, Duration patience) {
        this.registration = registration;
        this.cache = cache;
        this.patience = patience;
    }

    /**
     * Returns when no process and no folder of the cluster is left.
     *
     * @return one line for people about each thing out of the ordinary
     * @throws DeploymentException when something cannot be ended or deleted
     */
    public List<String> run() {
        registration.read().ifPresent(this::end);
        registration.clear();
        return List.copyOf(done);
    }

    private void end(RunningCluster cluster) {
        ProcessIdentity daemon = cluster.daemon();
        if (daemon.isAlive()) {
            endDaemon(daemon);
        } else if (OwnerState.of(daemon, cache.leases()) != OwnerState.GONE) {
            throw DeploymentException.environment(registration.elsewhere(cluster) + ".", null);
        } else if (cluster.isReady()) {
            done.add("The daemon process of the cluster (" + daemon.pid() + ") was killed from outside.");
        }
        done.addAll(ProcessSupervisor.cleanUpAfter(daemon, cache.leases()));
        List<RunningNode> left = cluster.nodes().stream()
                .filter(node -> !until(DEATH, () -> !node.process().isAlive()))
                .toList();
        if (!left.isEmpty()) {
            throw DeploymentException.environment(
                    "Still running: "
                            + String.join(
                                    ", ",
                                    left.stream()
                                            .map(node -> node.name() + " (process "
                                                    + node.process().pid() + ")")
                                            .toList())
                            + ". End them by hand, then run this command again.",
                    null);
        }
    }

    private void endDaemon(ProcessIdentity daemon) {
        daemon.handle().ifPresent(ProcessHandle::destroy);
        if (until(patience, () -> !daemon.isAlive())) {
            return;
        }
        done.add("The daemon process of the cluster (" + daemon.pid() + ") did not end within " + patience.toSeconds()
                + " s and was killed.");
        daemon.handle().ifPresent(ProcessHandle::destroyForcibly);
        if (!until(DEATH, () -> !daemon.isAlive())) {
            throw DeploymentException.environment(
                    "Process " + daemon.pid() + " is still there a minute after SIGKILL; is its disk hanging?", null);
        }
    }

    private static boolean until(Duration max, BooleanSupplier condition) {
        long deadline = System.nanoTime() + max.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }
}
