package dev.assay.cli.cluster;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.host.process.BoundedLog;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.TrialSpec;
import dev.assay.run.event.Progress;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.run.secret.SecretReader;
import dev.assay.run.stage.Cancellation;
import dev.assay.run.stage.Interruption;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Supervises the servers of one cluster until the process receives SIGTERM, or until another process has taken over the slot's record,
 * since no command could reach this one then. Until the starting command has released the daemon, the daemon ends with it.
 */
public final class ClusterDaemon {
    static final String RELEASE = "stay";

    /** Names the system property with the ID of the process that started the daemon and took the slot for it. */
    static final String STARTER = "assay.starter";

    private static final Duration LOOK = Duration.ofSeconds(10);

    private final AssayCache cache;
    private final ClusterRegistration registration;
    private final Progress progress;

    public ClusterDaemon(AssayCache cache, ClusterRegistration registration, Progress progress) {
        this.cache = cache;
        this.registration = registration;
        this.progress = progress;
    }

    /** Starts the cluster and blocks until it must be taken down. */
    public void run() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        try (Cancellation cancellation = new Cancellation();
                ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases())) {
            TrialSpec spec = registration.alone(this::takeOver);
            endWithStarter(System.in);
            cancellation.onCancel(new Interruption(supervisor));
            try (Cluster cluster = new SystemDeployment(cache, supervisor, progress)
                    .start(new ClusterRequest(
                            spec.system(),
                            spec.settings(),
                            spec.durability(),
                            ClusterFolders.of(registration.logs(), cache)))) {
                RunningCluster ready = ready(ClusterOptions.starting(spec), cluster);
                registration.changeAlone(() -> announce(ready, cluster));
                cancellation.onCancel(end::countDown);
                cluster.onFailure(reason -> registration.changeAlone(() -> announceFailure(ready, reason)));
                while (!end.await(LOOK.toSeconds(), TimeUnit.SECONDS)) {
                    registration.requireKeptBy(ready.daemon());
                    BoundedLog.shorten(ClusterDaemonStart.log(registration), BoundedLog.SERVER_BYTES);
                    BoundedLog.shorten(ClusterDaemonStart.errors(registration), BoundedLog.SERVER_BYTES);
                }
            }
        }
    }

    /** Replaces the starter as the keeper of the slot's record, and returns the cluster that the starter was asked for. */
    private TrialSpec takeOver() {
        ProcessIdentity starter = ProcessIdentity.of(Long.getLong(STARTER, -1))
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.INTERRUPTED, "'assay cluster up " + registration.system() + "' has ended"));
        registration.requireKeptBy(starter);
        TrialSpec spec = ClusterOptions.started(registration, new SecretReader(Path.of("")));
        registration.write(ClusterOptions.starting(spec));
        return spec;
    }

    private RunningCluster ready(RunningCluster starting, Cluster cluster) {
        if (cluster.nodes().isEmpty()) {
            throw CommandFailure.badInput(registration.system()
                    + " has no servers: it runs inside the workers of a run, so there is no cluster to"
                    + " start");
        }
        return starting.ready(cluster);
    }

    private void announce(RunningCluster ready, Cluster cluster) {
        registration.requireKeptBy(ready.daemon());
        registration.writeSettings(cluster);
        registration.write(ready);
    }

    private void announceFailure(RunningCluster ready, String reason) {
        if (!registration.isLostTo(ready.daemon())) {
            registration.write(ready.failed(ProcessRedactor.known().masked(reason)));
        }
    }

    /** Returns the command line after Java's own options. */
    static List<String> arguments(String system) {
        return List.of("dev.assay.cli.Main", "cluster", "daemon", system);
    }

    /** Ends this process when the pipe from the starter closes without the release. */
    private static void endWithStarter(InputStream starter) {
        Thread.ofPlatform().daemon().name("starter").start(() -> {
            try {
                String input = new String(starter.readAllBytes(), StandardCharsets.US_ASCII);
                if (!input.contains(RELEASE)) {
                    System.exit(ExitCode.INTERRUPTED.code());
                }
            } catch (IOException e) {
                System.exit(ExitCode.INTERRUPTED.code());
            }
        });
    }
}
