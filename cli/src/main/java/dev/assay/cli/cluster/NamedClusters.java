package dev.assay.cli.cluster;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.daemon.ClusterSlot;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.model.spec.StandingCluster;
import java.util.List;

/** The clusters that run by themselves, by the names that {@code --on} takes. */
public final class NamedClusters {
    private NamedClusters() {}

    /**
     * Those of these names, each once.
     *
     * @throws dev.assay.run.exit.CommandFailure when there is no such name
     * @throws DeploymentException when one is not up, or not whole
     */
    public static List<StandingCluster> of(List<String> names, AssayCache cache) {
        return names.stream().distinct().map(name -> of(name, cache)).toList();
    }

    private static StandingCluster of(String name, AssayCache cache) {
        ClusterOptions.requireKnown(name);
        ClusterSlot slot = ClusterSlot.of(name, cache);
        RunningCluster running = slot.requireWhole();
        return new StandingCluster(name, ClusterOptions.started(slot), running.version(), running.connection());
    }
}
