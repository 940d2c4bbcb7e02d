package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.FreePorts;
import dev.assay.cluster.node.LocalStart;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.cluster.system.LocalNeeds;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Starts RabbitMQ clusters on 127.0.0.1 from a server that is installed on this machine. */
public final class LocalRabbitMq {
    private static final long FREE_BYTES_PER_NODE = 1L << 30;

    private final DeploymentContext context;
    private final FreePorts ports;
    private final InstalledServers installed;

    LocalRabbitMq(DeploymentContext context, FreePorts ports, InstalledServers installed) {
        this.context = context;
        this.ports = ports;
        this.installed = installed;
    }

    /** Why no local cluster can be had here, with what to do about it; empty where a server is installed. */
    public static Optional<String> unavailable() {
        return unavailable(RabbitMqSpec.INSTALLED);
    }

    /** The same for a server of that version, such as 4 for any 4.x. */
    public static Optional<String> unavailable(String version) {
        try {
            InstalledServers servers = InstalledServers.here();
            Erlang.find(servers.environment(), servers.find(version).home());
            return Optional.empty();
        } catch (DeploymentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Finds the server and starts it, and returns when every node serves and knows of all others.
     *
     * @throws DeploymentException when that fails; nothing is left behind then
     */
    Cluster start(RabbitMqSpec spec, ClusterRequest request) {
        RabbitMqInstallation installation = installed.find(spec.version());
        RabbitMqNodeSettings nodeSettings = new RabbitMqNodeSettings(
                spec.withVersion(installation.version().text()),
                request.settings().broker());
        LocalNeeds needs = needs(spec, request.durability(), installed);
        ClusterFolders folders = request.folders();
        folders.needFreeBytes(needs.freeBytes());
        RabbitMqPrograms programs = new RabbitMqPrograms(
                installation,
                Erlang.find(installed.environment(), installation.home()),
                new RabbitMqFiles(folders.logs()));
        RabbitMqStartup startup =
                new RabbitMqStartup(context.supervisor(), programs, nodeSettings, folders, request.isolation());
        context.progress().step("Starting RabbitMQ %s, nodes: %d".formatted(installation.version(), spec.nodes()));
        return new LocalStart("RabbitMQ", "rabbitmq", context.supervisor(), context.progress(), ports, folders)
                .start(RabbitMqNodePlan.portsNeeded(spec.nodes()), startup::bringUp);
    }

    /**
     * What {@link #start} takes.
     *
     * @throws DeploymentException when the server or Erlang is not here, or not what is asked for
     */
    static LocalNeeds needs(RabbitMqSpec spec, DurabilityLevel asked, InstalledServers installed) {
        RabbitMqInstallation found = installed.find(spec.version());
        refuseWhatItLacks(spec.withVersion(found.version().text()), asked, found);
        Erlang.find(installed.environment(), found.home());
        return new LocalNeeds(FREE_BYTES_PER_NODE * spec.nodes(), List.of());
    }

    /** The scenario was checked before it was known which version is installed. */
    private static void refuseWhatItLacks(
            RabbitMqSpec found, DurabilityLevel asked, RabbitMqInstallation installation) {
        String server = "RabbitMQ " + installation.version() + " (" + installation.home() + ")";
        if (found.queue() == QueueKind.MIRRORED && !installation.version().isBefore(4, 0)) {
            throw DeploymentException.input(
                    "systems.rabbitmq.queue is mirrored, but %s has no mirrored queues: 3.13 was the last release with them. Use quorum, or set %s to the folder of an older server."
                            .formatted(server, InstalledServers.HOME),
                    null);
        }
        DurabilityStatement durability = found.durability(asked, VendorSettings.NONE);
        if (durability.weakened()) {
            throw DeploymentException.input(
                    "On %s durability is %s; %s.".formatted(server, durability, found.reaching(asked)), null);
        }
    }

    /** What the driver is given. */
    static Map<String, String> connection(RabbitMqSpec spec, Map<String, String> addresses) {
        Map<String, String> connection = new TreeMap<>(addresses);
        connection.put("queue", spec.queue().toString());
        connection.put("exchange", spec.exchange().name().toLowerCase(Locale.ROOT));
        connection.put("persistent", Boolean.toString(spec.persistent()));
        connection.put("acknowledgement", spec.acknowledgement().name().toLowerCase(Locale.ROOT));
        connection.put("prefetch", Integer.toString(spec.prefetch()));
        connection.put("confirm-window", Integer.toString(spec.confirmWindow()));
        connection.put("replication", Integer.toString(spec.copies()));
        return connection;
    }
}
