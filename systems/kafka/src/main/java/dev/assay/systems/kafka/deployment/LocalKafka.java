package dev.assay.systems.kafka.deployment;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.deployment.AssayCache;
import dev.assay.deployment.DeploymentException;
import dev.assay.deployment.ProgressListener;
import dev.assay.deployment.artifact.ArtifactCache;
import dev.assay.deployment.artifact.ResolvedClassPath;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.cluster.ClusterFolders;
import dev.assay.deployment.cluster.FreePorts;
import dev.assay.deployment.cluster.NodeIsolation;
import dev.assay.deployment.cluster.PortRetry;
import dev.assay.deployment.process.ProcessSupervisor;
import dev.assay.systems.kafka.KafkaSpec;

/** Starts Apache Kafka clusters of combined KRaft nodes on 127.0.0.1. */
public final class LocalKafka {
    private static final long FREE_BYTES_PER_NODE = 512L << 20;

    private final AssayCache cache;
    private final ProcessSupervisor supervisor;
    private final ProgressListener progress;
    private final FreePorts ports;
    private final NodeIsolation isolation;

    /** Clusters started here end with this supervisor. */
    public LocalKafka(AssayCache cache, ProcessSupervisor supervisor, ProgressListener progress) {
        this(cache, supervisor, progress, FreePorts.RANDOM, NodeIsolation.NONE);
    }

    LocalKafka(
            AssayCache cache,
            ProcessSupervisor supervisor,
            ProgressListener progress,
            FreePorts ports,
            NodeIsolation isolation) {
        this.cache = cache;
        this.supervisor = supervisor;
        this.progress = progress;
        this.ports = ports;
        this.isolation = isolation;
    }

    /** The same with nodes that are isolated so, as far as this machine can. */
    public LocalKafka isolating(NodeIsolation wanted) {
        return new LocalKafka(cache, supervisor, progress, ports, wanted);
    }

    /**
     * Fetches, formats and starts, and returns when every broker takes requests.
     *
     * @throws DeploymentException when that fails; nothing is left behind then
     */
    public Cluster start(KafkaSpec spec, VendorSettings settings, DurabilityLevel durability, ClusterFolders folders) {
        KafkaNodeSettings nodeSettings = new KafkaNodeSettings(spec, durability, settings.broker());
        KafkaServerJars server = KafkaServerJars.of(spec.version());
        ResolvedClassPath jars = new ArtifactCache(cache, progress).resolve(server.query());
        folders.needFreeBytes(FREE_BYTES_PER_NODE * spec.nodes());
        KafkaJvm jvm = new KafkaJvm(cache, jars, server.logging(), progress);
        KafkaStartup startup = new KafkaStartup(supervisor, jvm, nodeSettings, folders, isolation);
        progress.step("Starting Kafka %s, nodes: %d".formatted(spec.version(), spec.nodes()));
        return new PortRetry("Kafka", ports, progress, folders.logs()).start(2 * spec.nodes(), startup::attempt);
    }
}
