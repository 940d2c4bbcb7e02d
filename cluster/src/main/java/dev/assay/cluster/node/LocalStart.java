package dev.assay.cluster.node;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.SupervisedProcess;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts a local cluster: with ports and an environment of its own, and again on other ports when another program has taken one
 * between finding and binding it. What an attempt has started and leased is given back unless its cluster is ready.
 *
 * @param title the system's name for people
 * @param system its name for folders
 * @param folders where logs and data go
 */
public record LocalStart(
        String title,
        String system,
        ProcessSupervisor supervisor,
        ProgressListener progress,
        FreePorts ports,
        ClusterFolders folders) {
    private static final int ATTEMPTS = 3;

    /** How a system's cluster is brought up. */
    @FunctionalInterface
    public interface Attempt {
        /**
         * Starts the servers and waits until they are ready for load.
         *
         * @param ports for this cluster alone
         * @param environment of its nodes; belongs to the cluster once it is ready
         * @param servers takes each server when it is started, so that none is forgotten
         * @return null when a port was taken in the meantime
         * @throws DeploymentException when the cluster does not come up for another reason
         */
        @Nullable
        Cluster bringUp(List<Integer> ports, NodeEnvironment environment, List<ServerProcess> servers);
    }

    /**
     * The cluster of the first attempt that came up.
     *
     * @param portsNeeded how many ports an attempt is given
     * @throws DeploymentException when ports are taken again and again, or an attempt fails otherwise; nothing is left then
     */
    public Cluster start(int portsNeeded, Attempt attempt) {
        for (int number = 1; number <= ATTEMPTS; number++) {
            Cluster cluster = tryOnce(ports.take(portsNeeded), attempt);
            if (cluster != null) {
                return cluster;
            }
            progress.step("Another program took a port that was free a moment ago (attempt %d of %d)"
                    .formatted(number, ATTEMPTS));
        }
        throw DeploymentException.environment(
                title + " could not bind its ports on 127.0.0.1 in " + ATTEMPTS
                        + " attempts, each with different ports that had just been free. Another program keeps taking"
                        + " ports from 15000 to 32000; stop it. Logs: " + folders.logs(),
                null);
    }

    private @Nullable Cluster tryOnce(List<Integer> taken, Attempt attempt) {
        NodeEnvironment environment = NodeEnvironment.lease(supervisor, title + " data", folders.freshData(system));
        List<ServerProcess> servers = new ArrayList<>();
        boolean ready = false;
        try {
            if (!environment.claim(taken)) {
                return null;
            }
            Cluster cluster = attempt.bringUp(taken, environment, servers);
            ready = cluster != null;
            return cluster;
        } finally {
            if (!ready) {
                SupervisedProcess.killAll(LocalCluster.processes(servers));
                environment.close();
            }
        }
    }
}
