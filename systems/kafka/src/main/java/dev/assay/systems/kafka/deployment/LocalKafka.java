package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.artifact.ResolvedClassPath;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.FreePorts;
import dev.assay.cluster.node.LocalStart;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.cluster.system.LocalNeeds;
import dev.assay.systems.kafka.KafkaSpec;
import java.util.stream.Stream;

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
        KafkaNodeSettings nodeSettings = new KafkaNodeSettings(
                spec, request.durability(), request.settings().broker());
        ClusterFolders folders = request.folders();
        ProgressListener progress = context.progress();
        KafkaJvm jvm = jvm(spec.version());
        KafkaJvm upgrade = request.upgrade().isEmpty() ? null : jvm(request.upgrade());
        folders.needFreeBytes(freeBytes(spec));
        KafkaStartup startup =
                new KafkaStartup(context.supervisor(), jvm, upgrade, nodeSettings, folders, request.isolation());
        progress.step("Starting Kafka %s, nodes: %d".formatted(spec.version(), spec.nodes()));
        return new LocalStart("Kafka", "kafka", context.supervisor(), progress, ports, folders)
                .start(2 * spec.nodes(), startup::bringUp);
    }

    /** What {@link #start} takes. */
    static LocalNeeds needs(KafkaSpec spec, String upgrade, ArtifactCache artifacts) {
        return new LocalNeeds(
                freeBytes(spec),
                Stream.of(spec.version(), upgrade)
                        .filter(version -> !version.isEmpty())
                        .map(version ->
                                artifacts.fetchOf(KafkaServerJars.of(version).query()))
                        .toList());
    }

    private static long freeBytes(KafkaSpec spec) {
        return FREE_BYTES_PER_NODE * spec.nodes();
    }

    private KafkaJvm jvm(String version) {
        KafkaServerJars server = KafkaServerJars.of(version);
        ResolvedClassPath jars = new ArtifactCache(context.cache(), context.progress()).resolve(server.query());
        return new KafkaJvm(context.cache(), jars, server.logging(), context.progress());
    }
}
