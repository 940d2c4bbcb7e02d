package dev.assay.cli.cluster;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.model.spec.NamedCluster;
import dev.assay.scenario.SecretValues;
import java.util.List;

/** Finds clusters that {@code assay cluster up} started, by the names that {@code --on} takes. */
public final class NamedClusters {
    private NamedClusters() {}

    /**
     * Returns the clusters of these names, each once.
     *
     * @throws dev.assay.model.exit.CommandFailure when there is no such name
     * @throws DeploymentException when one is not up, or not whole
     */
    public static List<NamedCluster> of(List<String> names, AssayCache cache) {
        return names.stream().distinct().map(name -> of(name, cache)).toList();
    }

    private static NamedCluster of(String name, AssayCache cache) {
        ClusterOptions.requireKnown(name);
        ClusterRegistration registration = ClusterRegistration.of(name, cache);
        RunningCluster running = registration.requireWhole();
        return new NamedCluster(
                name,
                ClusterOptions.started(registration, SecretValues.UNREAD),
                running.version(),
                running.connection());
    }
}
