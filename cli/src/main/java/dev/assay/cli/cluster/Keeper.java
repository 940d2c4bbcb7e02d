package dev.assay.cli.cluster;

import dev.assay.cli.exit.CommandFailure;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.run.Cancellation;
import dev.assay.cli.run.Interruption;
import dev.assay.cli.terminal.Progress;
import dev.assay.core.scenario.TrialSpec;
import dev.assay.core.scenario.text.ScenarioException;
import dev.assay.provision.AssayCache;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.deploy.ClusterRequest;
import dev.assay.provision.deploy.SystemDeployment;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.standing.StandingCluster;
import dev.assay.provision.standing.StandingPlace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * The process that holds the leash of one standing cluster until it is told to end (SIGTERM). Until the command that
 * started it lets go of it, it ends with that command.
 */
public final class Keeper {
    static final String SCENARIO = "scenario.yaml";
    static final String LET_GO = "stay";

    private final AssayCache cache;
    private final StandingPlace place;
    private final Progress progress;

    public Keeper(AssayCache cache, StandingPlace place, Progress progress) {
        this.cache = cache;
        this.place = place;
        this.progress = progress;
    }

    /** Starts the cluster, keeps it, and takes it down when the process is to end. */
    public void keep() throws ScenarioException, InterruptedException {
        TrialSpec spec = spec();
        StandingCluster starting = WantedCluster.starting(spec);
        CountDownLatch end = new CountDownLatch(1);
        try (Cancellation cancellation = new Cancellation();
                Leash leash = Leash.open(cache)) {
            place.write(starting);
            endWithStarter(System.in);
            cancellation.onCancel(new Interruption(leash));
            try (Cluster cluster = new SystemDeployment(cache, leash, progress)
                    .start(new ClusterRequest(
                            spec.system(),
                            spec.settings(),
                            spec.durability(),
                            ClusterFolders.of(place.logs(), cache)))) {
                announce(starting, cluster);
                cancellation.onCancel(end::countDown);
                end.await();
            }
        }
    }

    private void announce(StandingCluster starting, Cluster cluster) {
        if (cluster.nodes().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    place.system()
                            + " has no servers: it lives inside of the workers of a run, so there is no cluster to"
                            + " start");
        }
        StandingCluster ready = starting.ready(cluster);
        place.write(ready);
        cluster.onFailure(reason -> place.write(ready.failed(reason)));
    }

    private TrialSpec spec() throws ScenarioException {
        Path file = place.folder().resolve(SCENARIO);
        try {
            return WantedCluster.parse(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "can't read " + file + ": " + e.getMessage(), e);
        }
    }

    /** The pipe from the starter ends without a word when the starter has ended before its time. */
    private static void endWithStarter(InputStream starter) {
        Thread.ofVirtual().name("starter").start(() -> {
            try {
                String said = new String(starter.readAllBytes(), StandardCharsets.US_ASCII);
                if (!said.contains(LET_GO)) {
                    System.exit(ExitCode.INTERRUPTED.code());
                }
            } catch (IOException e) {
                System.exit(ExitCode.INTERRUPTED.code());
            }
        });
    }
}
