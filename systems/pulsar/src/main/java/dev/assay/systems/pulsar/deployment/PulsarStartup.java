package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.jvm.JavaCommand;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.LocalCluster;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.NodeIsolation;
import dev.assay.cluster.node.NodeMonitor;
import dev.assay.cluster.node.ServerProcess;
import dev.assay.cluster.node.StartupWait;
import dev.assay.host.process.ProcessExit;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.SupervisedProcess;
import dev.assay.systems.pulsar.deployment.PulsarNodePlan.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One cluster on its way up. */
record PulsarStartup(
        ProcessSupervisor supervisor,
        PulsarJvm jvm,
        PulsarNodeSettings settings,
        ClusterFolders folders,
        NodeIsolation isolation) {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration SETUP_TIME = Duration.ofMinutes(3);

    /** As many ports as its fault domains need. */
    @Nullable
    Cluster bringUp(List<Integer> ports, NodeEnvironment environment, List<ServerProcess> servers) {
        PulsarFaultDomains faultDomains = PulsarFaultDomains.of(settings.spec());
        environment.isolate(isolation, faultDomains.names());
        environment.provide(settings.spec().disks(), faultDomains.storing());
        environment.confine(settings.spec().servers().processors());
        PulsarClusterPlan plan = new PulsarClusterPlan(PulsarNodePlan.all(faultDomains, ports, environment));
        files().write(settings, plan);
        boolean ready = startZooKeeper(plan, servers, environment)
                && setUp(plan, servers, environment)
                && startRest(plan, servers, environment);
        return ready ? new PulsarCluster(this, plan, servers, environment) : null;
    }

    private PulsarFiles files() {
        return new PulsarFiles(folders.logs());
    }

    private boolean startZooKeeper(
            PulsarClusterPlan plan, List<ServerProcess> servers, NodeEnvironment nodeEnvironment) {
        servers.add(new ServerProcess(() -> start(plan.zooKeeper(), nodeEnvironment)));
        return zooKeeperServes(plan, servers);
    }

    /** Waits until ZooKeeper serves; false when a port was taken. */
    static boolean zooKeeperServes(PulsarClusterPlan plan, List<ServerProcess> servers) {
        return startupWait(servers).await("ZooKeeper to serve", () -> PulsarProbes.zooKeeperServes(plan.zooKeeper()));
    }

    private boolean setUp(PulsarClusterPlan plan, List<ServerProcess> servers, NodeEnvironment nodeEnvironment) {
        Path data = nodeEnvironment.folder();
        SupervisedProcess setup =
                supervisor.start(startup("metadata-setup", jvm.setup(plan), data, data.resolve("setup.log"))
                        .withTemporaryFiles(nodeEnvironment.temporaryFiles()));
        try {
            boolean going = startupWait(servers)
                    .await("the metadata to be written", () -> setup.exit().isDone() || setup.await(SETUP_TIME));
            ProcessExit exit = setup.exit().join();
            if (exit.code() != 0) {
                throw DeploymentException.system(NodeMonitor.describe(setup, exit), null);
            }
            jvm.setupArchive().adopt();
            return going;
        } finally {
            setup.kill();
        }
    }

    /**
     * The first bookie alone, then all others at once: bookies that start at the same moment in a new cluster all write one
     * entry of the metadata (/ledgers/underreplication/LAYOUT), and those that come second end with an error (seen with
     * Pulsar 4.0.8). Another needs longer to come that far than the first takes from listening to the entry.
     */
    private boolean startRest(PulsarClusterPlan plan, List<ServerProcess> servers, NodeEnvironment nodeEnvironment) {
        PulsarNodePlan first = plan.of(Role.BOOKIE).getFirst();
        servers.add(new ServerProcess(() -> start(first, nodeEnvironment)));
        if (!startupWait(servers).await("the first bookie to listen", () -> PulsarProbes.listens(first))) {
            return false;
        }
        plan.nodes().stream()
                .skip(servers.size())
                .forEach(node -> servers.add(new ServerProcess(() -> start(node, nodeEnvironment))));
        return allServe(plan, servers);
    }

    /** Waits until every broker serves and knows of all brokers and bookies; false when a port was taken. */
    static boolean allServe(PulsarClusterPlan plan, List<ServerProcess> servers) {
        StartupWait startupWait = startupWait(servers);
        List<PulsarNodePlan> brokers = plan.of(Role.BROKER);
        int bookies = plan.of(Role.BOOKIE).size();
        return startupWait.await(
                        "all bookies and brokers to listen",
                        () -> plan.nodes().stream().allMatch(PulsarProbes::listens))
                && startupWait.await(
                        "each broker to know of all brokers and bookies",
                        () -> brokers.stream()
                                .allMatch(broker -> PulsarProbes.brokerKnows(broker, brokers.size(), bookies)));
    }

    private static StartupWait startupWait(List<ServerProcess> servers) {
        return new StartupWait("Pulsar", LocalCluster.processes(servers), PATIENCE);
    }

    private SupervisedProcess start(PulsarNodePlan node, NodeEnvironment nodeEnvironment) {
        JavaCommand command = jvm.server(
                node, files().settings(node), settings.heapBytes(node.role()), settings.directMemoryBytes(node.role()));
        return supervisor.start(startup(node.name(), command, node.folder(), files().log(node))
                .withTemporaryFiles(nodeEnvironment.temporaryFiles())
                .within(nodeEnvironment.commandPrefix(node.faultDomain())));
    }

    private static ProcessSpec startup(String name, JavaCommand command, Path workFolder, Path log) {
        return new ProcessSpec(name, command.words(), Map.of(), workFolder, log);
    }
}
