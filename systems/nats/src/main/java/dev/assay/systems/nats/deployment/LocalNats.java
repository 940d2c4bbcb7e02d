package dev.assay.systems.nats.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.FreePorts;
import dev.assay.cluster.node.LocalStart;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.systems.nats.NatsSpec;

/** Starts NATS clusters with JetStream on 127.0.0.1. */
final class LocalNats {
    private static final long FREE_BYTES_PER_NODE = 512L << 20;

    private final DeploymentContext context;
    private final FreePorts ports;
    private final NatsServers servers;

    LocalNats(DeploymentContext context, FreePorts ports, NatsServers servers) {
        this.context = context;
        this.ports = ports;
        this.servers = servers;
    }

    /**
     * Finds or fetches the server and starts it, and returns when every node serves and knows of all others.
     *
     * @throws DeploymentException when that fails; nothing is left behind then
     */
    Cluster start(NatsSpec spec, ClusterRequest request) {
        NatsNodeSettings settings = new NatsNodeSettings(
                spec, request.durability(), request.settings().broker());
        NatsServer server = servers.find(spec.version(), context.cache(), context.progress());
        ClusterFolders folders = request.folders();
        folders.needFreeBytes(freeBytes(spec));
        NatsStartup startup = new NatsStartup(context.supervisor(), server, settings, folders, request.isolation());
        context.progress().step("Starting NATS %s, nodes: %d".formatted(server.version(), spec.nodes()));
        return new LocalStart("NATS", "nats", context.supervisor(), context.progress(), ports, folders)
                .start(NatsNodePlan.PORTS_EACH * spec.nodes(), startup::bringUp);
    }

    static long freeBytes(NatsSpec spec) {
        return FREE_BYTES_PER_NODE * spec.nodes();
    }
}
