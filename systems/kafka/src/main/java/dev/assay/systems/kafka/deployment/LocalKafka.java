package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.artifact.ResolvedClassPath;
import dev.assay.cluster.disk.DiskRequirements;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.FreePorts;
import dev.assay.cluster.node.LocalStart;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.systems.kafka.KafkaSpec;

/** Starts Apache Kafka clusters of combined KRaft nodes on 127.0.0.1. */
final class LocalKafka {
    private static final long FREE_BYTES_PER_NODE = 512L << 20;

    private final DeploymentContext context;
    private final FreePorts ports;

    LocalKafka(DeploymentContext context, FreePorts ports) {
        this.context = context;
        this.ports = ports;
    }

    /**
     * Fetches, formats and starts, and returns when every broker takes requests.
     *
     * @throws DeploymentException when that fails; nothing is left behind then
     */
    Cluster start(KafkaSpec spec, ClusterRequest request) {
        DiskRequirements.require(spec);
        KafkaNodeSettings nodeSettings = new KafkaNodeSettings(
                spec, request.durability(), request.settings().broker());
        ClusterFolders folders = request.folders();
        ProgressListener progress = context.progress();
        KafkaServerJars server = KafkaServerJars.of(spec.version());
        ResolvedClassPath jars = new ArtifactCache(context.cache(), progress).resolve(server.query());
        folders.needFreeBytes(FREE_BYTES_PER_NODE * spec.nodes());
        KafkaJvm jvm = new KafkaJvm(context.cache(), jars, server.logging(), progress);
        KafkaStartup startup = new KafkaStartup(context.supervisor(), jvm, nodeSettings, folders, request.isolation());
        progress.step("Starting Kafka %s, nodes: %d".formatted(spec.version(), spec.nodes()));
        return new LocalStart("Kafka", "kafka", context.supervisor(), progress, ports, folders)
                .start(2 * spec.nodes(), startup::bringUp);
    }
}
