package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.FreePorts;
import dev.assay.cluster.node.LocalStart;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.cluster.system.LocalNeeds;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.systems.pulsar.PulsarSpec;
import java.util.List;
import java.util.Map;

/** Starts Apache Pulsar clusters on 127.0.0.1: ZooKeeper, bookies and brokers. */
final class LocalPulsar {
    private static final long FREE_BYTES_PER_BOOKIE = 2L << 30;

    private final DeploymentContext context;
    private final FreePorts ports;

    LocalPulsar(DeploymentContext context, FreePorts ports) {
        this.context = context;
        this.ports = ports;
    }

    /**
     * Fetches, unpacks and starts, and returns when every broker serves and knows of all bookies.
     *
     * @throws DeploymentException when that fails; nothing is left behind then
     */
    Cluster start(PulsarSpec spec, ClusterRequest request) {
        ClusterFolders folders = request.folders();
        ProgressListener progress = context.progress();
        PulsarDistribution distribution = PulsarDistribution.of(spec.version(), context.cache(), progress);
        PulsarNodeSettings nodeSettings = new PulsarNodeSettings(
                spec, request.durability(), distribution, request.settings().broker());
        folders.needFreeBytes(freeBytes(spec));
        PulsarJvm jvm = new PulsarJvm(context.cache(), distribution, folders.logs(), progress);
        PulsarStartup startup =
                new PulsarStartup(context.supervisor(), jvm, nodeSettings, folders, request.isolation());
        progress.step("Starting Pulsar %s: ZooKeeper, bookies: %d, brokers: %d"
                .formatted(spec.version(), spec.bookies(), spec.brokers()));
        return new LocalStart("Pulsar", "pulsar", context.supervisor(), progress, ports, folders)
                .start(PulsarFaultDomains.of(spec).portsNeeded(), startup::bringUp);
    }

    /** What {@link #start} takes. */
    static LocalNeeds needs(PulsarSpec spec, ArtifactCache artifacts) {
        return new LocalNeeds(freeBytes(spec), List.of(artifacts.fetchOf(PulsarDistribution.query(spec.version()))));
    }

    private static long freeBytes(PulsarSpec spec) {
        return FREE_BYTES_PER_BOOKIE * spec.bookies();
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
