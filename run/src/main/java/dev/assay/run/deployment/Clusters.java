package dev.assay.run.deployment;

import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.DaemonCluster;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.cluster.telemetry.ServerMetrics;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.SystemSpec;
import dev.assay.run.stage.RunContext;
import dev.assay.scenario.plan.ClusterNeed;
import dev.assay.scenario.plan.PlannedTrial;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the one cluster that is up at a time. Successive trials that want the same one share it, unless each is to have its own; their
 * topics are fresh all the same.
 */
public final class Clusters implements AutoCloseable {
    private final RunContext context;
    private final SystemDeployment deployment;
    private final boolean fresh;
    private final Runnable leaving;
    private final ClusterUses uses = new ClusterUses();
    private @Nullable ClusterNeed wanted;
    private @Nullable Cluster up;
    /** True when a trial's events have acted on its nodes, so that no other trial may use it. */
    private boolean damaged;

    /**
     * @param fresh whether each trial has a cluster of its own
     * @param leaving runs before a cluster is stopped or left
     */
    public Clusters(RunContext context, SystemDeployment deployment, boolean fresh, Runnable leaving) {
        this.context = context;
        this.deployment = deployment;
        this.fresh = fresh;
        this.leaving = leaving;
    }

    public void remember(PlannedTrial trial, String folder, Instant started) {
        uses.remember(trial, folder, started);
    }

    /** Returns a cluster that is ready for the trial's load: the current one where it fits, else a new one. */
    public Cluster forTrial(PlannedTrial trial, Path logs) {
        ClusterNeed now = ClusterNeed.of(trial.spec());
        Cluster current = up;
        boolean touched = ClusterActions.touchNodes(trial.spec());
        boolean whole = !touched && !damaged;
        if (!fresh
                && whole
                && current != null
                && now.equals(wanted)
                && current.failure().isEmpty()) {
            uses.used(trial, context.clock().instant());
            return current;
        }
        String reason = failure();
        if (!reason.isEmpty() && trial.spec().on().isEmpty()) {
            context.progress()
                    .say("starting a new cluster: " + reason.lines().toList().getFirst());
        }
        close();
        SystemSpec system = trial.spec().system();
        Cluster started =
                deployment.start(ClusterActions.request(trial.spec(), ClusterFolders.of(logs, context.cache())));
        damaged = touched;
        Cluster joined = trial.spec().on().map(on -> join(on.name(), started)).orElse(started);
        up = joined;
        wanted = now;
        note(system, trial.spec().on().isEmpty() && system.deployment() == Deployment.LOCAL, joined);
        uses.used(trial, context.clock().instant());
        return joined;
    }

    private void note(SystemSpec system, boolean startedByRun, Cluster cluster) {
        if (!startedByRun) {
            uses.joined(system, cluster.upSince().orElse(null));
        } else if (cluster.nodes().isEmpty()) {
            uses.startedInWorkers();
        } else {
            uses.started(context.clock().instant());
        }
    }

    public void deleted() {
        uses.deleted(context.clock().instant());
    }

    /** Returns whether the cluster was started for the present trial, in processes of its own, and is to be shared with others. */
    public boolean isNewAndShared() {
        return !fresh && uses.isNew();
    }

    /** Records a warm-up load before the present trial, the first on it. */
    public void warmedUp(ClusterHistory.WarmUp load) {
        uses.warmedUp(load);
    }

    public ClusterHistory history(Instant start) {
        return uses.history(start);
    }

    /** Joins a cluster that is running already; {@code existing} has the connection of a cluster that somebody else runs. */
    private Cluster join(String name, Cluster existing) {
        return DaemonCluster.join(ClusterRegistration.of(name, context.cache()), existing.connection());
    }

    /** Returns the servers' sources of metrics; call it during the present trial. */
    public List<ServerMetrics> metrics(SystemSpec system) {
        Cluster current = up;
        return current == null ? List.of() : deployment.metrics(system, current.nodes());
    }

    /** Returns what has failed in the cluster; empty where nothing has. */
    public String failure() {
        return up == null ? "" : up.failure().orElse("");
    }

    @Override
    public void close() {
        Cluster current = up;
        up = null;
        wanted = null;
        if (current != null) {
            try {
                leaving.run();
            } finally {
                context.progress().step(current.origin().isEmpty() ? "stopping the cluster" : "leaving the cluster");
                current.close();
            }
        }
    }
}
