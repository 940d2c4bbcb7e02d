package dev.assay.systems.pulsar.deployment;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.deployment.AssayCache;
import dev.assay.deployment.DeploymentException;
import dev.assay.deployment.ProgressListener;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.cluster.ClusterFolders;
import dev.assay.deployment.cluster.ExistingCluster;
import dev.assay.deployment.cluster.FreePorts;
import dev.assay.deployment.cluster.NodeIsolation;
import dev.assay.deployment.cluster.PortRetry;
import dev.assay.deployment.process.ProcessSupervisor;
import dev.assay.systems.pulsar.PulsarSpec;
import java.util.Map;

/** Starts Apache Pulsar clusters on 127.0.0.1: ZooKeeper, bookies and brokers. */
public final class LocalPulsar {
    private static final long FREE_BYTES_PER_BOOKIE = 2L << 30;

    private final AssayCache cache;
    private final ProcessSupervisor supervisor;
    private final ProgressListener progress;
    private final FreePorts ports;
    private final NodeIsolation isolation;

    /** Clusters started here end with this supervisor. */
    public LocalPulsar(AssayCache cache, ProcessSupervisor supervisor, ProgressListener progress) {
        this(cache, supervisor, progress, FreePorts.RANDOM, NodeIsolation.NONE);
    }

    LocalPulsar(
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
    public LocalPulsar isolating(NodeIsolation wanted) {
        return new LocalPulsar(cache, supervisor, progress, ports, wanted);
    }

    /** The cluster that the scenario wants, whoever runs it. */
    public Cluster deploy(
            PulsarSpec spec, VendorSettings settings, DurabilityLevel durability, ClusterFolders folders) {
        return switch (spec.deployment()) {
            case EXISTING -> new ExistingCluster(connection(spec.serviceUrl(), spec.adminUrl(), spec, durability));
            case LOCAL -> start(spec, settings, durability, folders);
        };
    }

    /**
     * Fetches, unpacks and starts, and returns when every broker serves and knows of all bookies.
     *
     * @throws DeploymentException when that fails; nothing is left behind then
     */
    public Cluster start(PulsarSpec spec, VendorSettings settings, DurabilityLevel durability, ClusterFolders folders) {
        PulsarDistribution distribution = PulsarDistribution.of(spec.version(), cache, progress);
        PulsarNodeSettings nodeSettings = new PulsarNodeSettings(spec, durability, distribution, settings.broker());
        folders.needFreeBytes(FREE_BYTES_PER_BOOKIE * spec.bookies());
        PulsarJvm jvm = new PulsarJvm(cache, distribution, folders.logs(), progress);
        PulsarStartup startup = new PulsarStartup(supervisor, jvm, nodeSettings, folders, isolation);
        progress.step("Starting Pulsar %s: ZooKeeper, bookies: %d, brokers: %d"
                .formatted(spec.version(), spec.bookies(), spec.brokers()));
        return new PortRetry("Pulsar", ports, progress, folders.logs())
                .start(PulsarFaultDomains.of(spec).portsNeeded(), startup::attempt);
    }

    /** What the driver is given. */
    static Map<String, String> connection(
            String serviceUrl, String adminUrl, PulsarSpec spec, DurabilityLevel durability) {
        PulsarSpec.Quorums quorums = spec.quorums(durability);
        return Map.of(
                "service.url", serviceUrl,
                "admin.url", adminUrl,
                "tenant", spec.tenant(),
                "ensemble", Integer.toString(quorums.ensemble()),
                "write-quorum", Integer.toString(quorums.write()),
                "ack-quorum", Integer.toString(quorums.ack()),
                "subscription-type", spec.subscriptionType().name());
    }
}
