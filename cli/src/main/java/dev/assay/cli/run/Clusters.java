package dev.assay.cli.run;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.cluster.ClusterFolders;
import dev.assay.deployment.daemon.ClusterSlot;
import dev.assay.deployment.daemon.DaemonCluster;
import dev.assay.deployment.system.ClusterRequest;
import dev.assay.deployment.system.LoadWorkers;
import dev.assay.deployment.system.SystemDeployment;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one cluster that is up at a time. Trials that follow each other and want the same one share it; their topics are
 * fresh all the same.
 */
final class Clusters implements AutoCloseable {
    private final RunContext context;
    private final SystemDeployment deployment;
    private final int workers;
    private @Nullable Wanted wanted;
    private @Nullable Cluster up;

    /** What makes a cluster another one. */
    private record Wanted(SystemSpec system, Map<String, String> brokerSettings, DurabilityLevel durability) {
        static Wanted by(PlannedTrial trial) {
            return new Wanted(
                    trial.spec().system(),
                    trial.spec().settings().broker(),
                    trial.spec().durability());
        }
    }

    /** @param workers how many put load on each of them */
    Clusters(RunContext context, SystemDeployment deployment, int workers) {
        this.context = context;
        this.deployment = deployment;
        this.workers = workers;
    }

    /** The cluster for a trial, ready for load: the one that is up where it fits, else a new one. */
    Cluster forTrial(PlannedTrial trial, Path logs) {
        Wanted now = Wanted.by(trial);
        Cluster current = up;
        if (current != null && now.equals(wanted) && current.failure().isEmpty()) {
            return current;
        }
        failure()
                .filter(reason -> trial.spec().on().isEmpty())
                .flatMap(reason -> reason.lines().findFirst())
                .ifPresent(reason -> context.progress().say("starting a new cluster: " + reason));
        close();
        SystemSpec system = trial.spec().system();
        LoadWorkers load =
                new LoadWorkers(workers, () -> context.workerClassPath(system).jars());
        Cluster started = deployment.start(new ClusterRequest(
                        system,
                        trial.spec().settings(),
                        trial.spec().durability(),
                        ClusterFolders.of(logs, context.cache()))
                .servingFor(load));
        Cluster ready = trial.spec().on().map(on -> join(on.name(), started)).orElse(started);
        up = ready;
        wanted = now;
        return ready;
    }

    /** A cluster that runs already: what connects the trial to it is what connects to any that somebody else runs. */
    private Cluster join(String name, Cluster existing) {
        return DaemonCluster.join(ClusterSlot.of(name, context.cache()), existing.connection());
    }

    /** What the cluster that is up has to complain about. */
    Optional<String> failure() {
        return up == null ? Optional.empty() : up.failure();
    }

    @Override
    public void close() {
        Cluster current = up;
        up = null;
        wanted = null;
        if (current != null) {
            context.progress().step(current.origin().isEmpty() ? "stopping the cluster" : "leaving the cluster");
            current.close();
        }
    }
}
