package dev.assay.cluster.system;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.FreePorts;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.telemetry.ServerMetrics;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.TrialSpec;
import java.util.List;
import java.util.Map;

public final class SystemDeployment {
    private final DeploymentContext context;

    /** @param supervisor ends locally started processes */
    public SystemDeployment(AssayCache cache, ProcessSupervisor supervisor, ProgressListener progress) {
        this.context = new DeploymentContext(cache, supervisor, progress, FreePorts.RANDOM);
    }

    /**
     * Returns when the system is ready for load.
     *
     * @throws DeploymentException when it can't be started or joined
     */
    public Cluster start(ClusterRequest request) {
        return plugin(request.system()).deploy(request, context);
    }

    /**
     * Returns the needs of a cluster that Assay starts on this machine.
     *
     * @throws DeploymentException when a program that has to be here is not
     */
    public static LocalNeeds needs(ClusterRequest request, AssayCache cache, ProgressListener progress) {
        return plugin(request.system()).needs(request, cache, progress);
    }

    /** Returns the sources of metrics of this system's servers, all on this machine; not asked yet. */
    public List<ServerMetrics> metrics(SystemSpec system, List<ServerNode> nodes) {
        return nodes.isEmpty() ? List.of() : plugin(system).metrics(nodes);
    }

    public static List<ServerFile> serverFiles(TrialSpec trial) {
        return plugin(trial.system()).serverFiles(trial);
    }

    /** Returns the connection of a driver to a system that others run at the trial's addresses. */
    public static Map<String, String> connection(TrialSpec trial) {
        return plugin(trial.system()).connection(trial);
    }

    /** Returns the connection before there is a system: addresses that the trial does not name are made up. */
    public static Map<String, String> connectionToCome(TrialSpec trial) {
        return plugin(trial.system()).connectionToCome(trial);
    }

    /**
     * Finds the servers of a trial that Kubernetes knows by name.
     *
     * @throws DeploymentException when something is missing, or may not be read
     */
    public static FoundServers find(TrialSpec trial, KubernetesNamespace namespace) {
        return plugin(trial.system()).find(trial, namespace);
    }

    private static SystemPlugin<?> plugin(SystemSpec system) {
        return MessagingSystem.named(system.system())
                .filter(SystemPlugin.class::isInstance)
                .map(kind -> (SystemPlugin<?>) kind)
                .orElseThrow(() -> DeploymentException.environment(
                        "Nothing on the class path can start " + system.system() + ". Build Assay again.", null));
    }
}
