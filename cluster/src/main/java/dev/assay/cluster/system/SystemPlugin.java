package dev.assay.cluster.system;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.disk.DiskRequirements;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ExistingCluster;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.telemetry.ServerMetrics;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.TrialSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds a kind of system with the way to start it. Registered as a {@link MessagingSystem}.
 *
 * @param <S> the record of its keys
 */
public interface SystemPlugin<S extends SystemSpec> extends MessagingSystem {
    @Override
    Class<S> keys();

    /**
     * Returns the needs of {@link #start} on this machine, without asking anybody elsewhere.
     *
     * @throws DeploymentException when a program that has to be here is not, or is not the one asked for: what to do about it
     */
    default LocalNeeds needs(ClusterRequest request, AssayCache cache, ProgressListener progress) {
        return LocalNeeds.NOTHING;
    }

    /** Returns the connection of a driver to a system that others run at the scenario's addresses. */
    Map<String, String> connection(S existing, DurabilityLevel durability);

    default Map<String, String> connection(TrialSpec trial) {
        return connection(keys().cast(trial.system()), trial.durability());
    }

    /** Returns addresses that stand for those of servers that have none yet, by the names that {@link #connection} has. */
    default Map<String, String> addressesToCome() {
        return Map.of();
    }

    /** Returns the connection for a trial of this kind, with made-up addresses where the scenario names none. */
    default Map<String, String> connectionToCome(TrialSpec trial) {
        Map<String, String> connection = new HashMap<>(connection(trial));
        addressesToCome()
                .forEach((name, address) ->
                        connection.merge(name, address, (known, madeUp) -> known.isBlank() ? madeUp : known));
        return connection;
    }

    /**
     * Finds servers that Kubernetes knows by name, and how clients log in there.
     *
     * @param existing has {@link SystemSpec#kubernetes}
     * @throws DeploymentException when something is missing, or may not be read
     */
    default FoundServers find(S existing, KubernetesNamespace namespace) {
        throw DeploymentException.input(
                "Assay can't find " + name() + " in Kubernetes by name; say where it is instead", null);
    }

    default FoundServers find(TrialSpec trial, KubernetesNamespace namespace) {
        return find(keys().cast(trial.system()), namespace);
    }

    /**
     * Starts the system on this machine and returns when it is ready for load.
     *
     * @throws DeploymentException when it can't be started; nothing is left behind then
     */
    Cluster start(S local, ClusterRequest request, DeploymentContext context);

    /**
     * Returns the sources of metrics, read each second, of servers of this kind on this machine, whichever Assay has started them; none
     * where there is no way to ask them.
     */
    default List<ServerMetrics> metrics(List<ServerNode> nodes) {
        return List.of();
    }

    /**
     * Returns the files by which servers that others run are to be set up for a trial, as far as they differ from the vendor's defaults;
     * none where nothing is to be set.
     *
     * @param system the trial's
     * @param broker the scenario's settings of servers, by the vendor's names
     */
    default List<ServerFile> serverFiles(S system, DurabilityLevel durability, Map<String, String> broker) {
        return broker.isEmpty() ? List.of() : List.of(ServerFile.ofLines(name() + ".conf", List.of(), broker));
    }

    default List<ServerFile> serverFiles(TrialSpec trial) {
        return serverFiles(
                keys().cast(trial.system()),
                trial.durability(),
                trial.settings().broker());
    }

    /**
     * Starts or joins the system that a request asks for.
     *
     * @param request for a system of this kind
     * @throws DeploymentException when it can't be started or joined; nothing is left behind then
     */
    default Cluster deploy(ClusterRequest request, DeploymentContext context) {
        S spec = keys().cast(request.system());
        if (spec.deployment() != Deployment.EXISTING) {
            DiskRequirements.require(spec);
            return start(spec, request, context);
        }
        Map<String, String> connection = connection(spec, request.durability());
        if (!spec.servers().kubernetes().areNamed()) {
            return new ExistingCluster(connection);
        }
        KubernetesLookup kubernetes = KubernetesLookup.installed();
        Runnable end =
                kubernetes.apply(spec.servers().kubernetes(), request.folders().logs(), context);
        try {
            return kubernetes
                    .find(spec.servers().kubernetes(), namespace -> find(spec, namespace))
                    .cluster(connection, end);
        } catch (RuntimeException e) {
            end.run();
            throw e;
        }
    }
}
