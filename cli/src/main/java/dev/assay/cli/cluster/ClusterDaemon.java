package dev.assay.cli.cluster;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.spec.TrialSpec;
import dev.assay.run.Cancellation;
import dev.assay.run.Interruption;
import dev.assay.run.ProcessRedactor;
import dev.assay.run.Progress;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/**
 * The process that supervises the servers of one cluster until it receives SIGTERM. Until the command that
 * started it lets go of it, it ends with that command.
 */
public final class ClusterDaemon {
    static final String RELEASE = "stay";

    private final AssayCache cache;
    private final ClusterRegistration registration;
    private final Progress progress;

    public ClusterDaemon(AssayCache cache, ClusterRegistration registration, Progress progress) {
        this.cache = cache;
        this.registration = registration;
        this.progress = progress;
    }

    /** Starts the cluster, keeps it, and takes it down when the process is to end. */
    public void run() throws InterruptedException {
        TrialSpec spec = ClusterOptions.taken(registration);
        RunningCluster starting = ClusterOptions.starting(spec);
        CountDownLatch end = new CountDownLatch(1);
        try (Cancellation cancellation = new Cancellation();
                ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases())) {
            registration.write(starting);
            endWithStarter(System.in);
            cancellation.onCancel(new Interruption(supervisor));
            try (Cluster cluster = new SystemDeployment(cache, supervisor, progress)
                    .start(new ClusterRequest(
                            spec.system(),
                            spec.settings(),
                            spec.durability(),
                            ClusterFolders.of(registration.logs(), cache)))) {
                announce(starting, cluster);
                cancellation.onCancel(end::countDown);
                end.await();
            }
        }
    }

    private void announce(RunningCluster starting, Cluster cluster) {
        if (cluster.nodes().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    registration.system()
                            + " has no servers: it runs inside the workers of a run, so there is no cluster to"
                            + " start");
        }
        RunningCluster ready = starting.ready(cluster);
        registration.writeSettings(cluster);
        registration.write(ready);
        cluster.onFailure(reason ->
                registration.write(ready.failed(ProcessRedactor.known().masked(reason))));
    }

    /** The pipe from the starter ends without a word when the starter has ended before its time. */
    private static void endWithStarter(InputStream starter) {
        Thread.ofPlatform().daemon().name("starter").start(() -> {
            try {
                String said = new String(starter.readAllBytes(), StandardCharsets.US_ASCII);
                if (!said.contains(RELEASE)) {
                    System.exit(ExitCode.INTERRUPTED.code());
                }
            } catch (IOException e) {
                System.exit(ExitCode.INTERRUPTED.code());
            }
        });
    }
}
