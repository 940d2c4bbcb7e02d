package dev.assay.provision.pulsar;

import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.cluster.LocalCluster;
import dev.assay.provision.cluster.NodeIsolation;
import dev.assay.provision.cluster.NodeWatch;
import dev.assay.provision.cluster.Premises;
import dev.assay.provision.cluster.Readiness;
import dev.assay.provision.cluster.ServerProcess;
import dev.assay.provision.jvm.JavaCommand;
import dev.assay.provision.leash.Launch;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.leash.LeashedProcess;
import dev.assay.provision.leash.ProcessExit;
import dev.assay.provision.pulsar.NodePlan.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One cluster on its way up. */
record PulsarLaunch(
        Leash leash, PulsarJvm jvm, NodeSettings settings, ClusterFolders folders, NodeIsolation isolation) {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration SETUP_TIME = Duration.ofMinutes(3);

    /**
     * Starts a cluster on these ports.
     *
     * @return empty when a port was taken in the meantime
     * @throws ProvisionException when the cluster does not come up for another reason
     */
    Optional<Cluster> attempt(List<Integer> ports) {
        Premises premises = Premises.lease(leash, "Pulsar data", folders.freshData("pulsar"));
        List<ServerProcess> servers = new ArrayList<>();
        boolean ready = false;
        try {
            if (!premises.claim(ports)) {
                return Optional.empty();
            }
            Machines machines = Machines.of(settings.spec());
            premises.isolate(isolation, machines.names());
            ClusterPlan plan = new ClusterPlan(NodePlan.all(machines, ports, premises));
            files().write(settings, plan);
            ready = startZooKeeper(plan, servers, premises)
                    && setUp(plan, servers, premises.folder())
                    && startRest(plan, servers, premises);
            return ready ? Optional.of(new PulsarCluster(this, plan, servers, premises)) : Optional.empty();
        } finally {
            if (!ready) {
                LeashedProcess.killAll(LocalCluster.processes(servers));
                premises.close();
            }
        }
    }

    private PulsarFiles files() {
        return new PulsarFiles(folders.logs());
    }

    private boolean startZooKeeper(ClusterPlan plan, List<ServerProcess> servers, Premises premises) {
        servers.add(new ServerProcess(() -> start(plan.zooKeeper(), premises)));
        return zooKeeperServes(plan, servers);
    }

    /** Waits until ZooKeeper serves; false when a port was taken. */
    static boolean zooKeeperServes(ClusterPlan plan, List<ServerProcess> servers) {
        return readiness(servers).await("ZooKeeper to serve", () -> Probes.zooKeeperServes(plan.zooKeeper()));
    }

    private boolean setUp(ClusterPlan plan, List<ServerProcess> servers, Path data) {
        LeashedProcess setup = leash.start(launch("metadata-setup", jvm.setup(plan), data, data.resolve("setup.log")));
        try {
            boolean going = readiness(servers)
                    .await("the metadata to be written", () -> setup.exit().isDone() || setup.await(SETUP_TIME));
            ProcessExit exit = setup.exit().join();
            if (exit.code() != 0) {
                throw ProvisionException.system(NodeWatch.describe(setup, exit), null);
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
    private boolean startRest(ClusterPlan plan, List<ServerProcess> servers, Premises premises) {
        NodePlan first = plan.of(Role.BOOKIE).getFirst();
        servers.add(new ServerProcess(() -> start(first, premises)));
        if (!readiness(servers).await("the first bookie to listen", () -> Probes.listens(first))) {
            return false;
        }
        plan.nodes().stream()
                .skip(servers.size())
                .forEach(node -> servers.add(new ServerProcess(() -> start(node, premises))));
        return allServe(plan, servers);
    }

    /** Waits until every broker serves and knows of all brokers and bookies; false when a port was taken. */
    static boolean allServe(ClusterPlan plan, List<ServerProcess> servers) {
        Readiness readiness = readiness(servers);
        List<NodePlan> brokers = plan.of(Role.BROKER);
        int bookies = plan.of(Role.BOOKIE).size();
        return readiness.await(
                        "all bookies and brokers to listen",
                        () -> plan.nodes().stream().allMatch(Probes::listens))
                && readiness.await(
                        "each broker to know of all brokers and bookies",
                        () -> brokers.stream().allMatch(broker -> Probes.brokerKnows(broker, brokers.size(), bookies)));
    }

    private static Readiness readiness(List<ServerProcess> servers) {
        return new Readiness("Pulsar", LocalCluster.processes(servers), PATIENCE);
    }

    private LeashedProcess start(NodePlan node, Premises premises) {
        JavaCommand command = jvm.server(node, files().settings(node), settings.heapBytes(node.role()));
        return leash.start(launch(node.name(), command, node.folder(), files().log(node))
                .within(premises.commandPrefix(node.machine())));
    }

    private static Launch launch(String name, JavaCommand command, Path workFolder, Path log) {
        return new Launch(name, command.words(), Map.of(), workFolder, log);
    }
}
