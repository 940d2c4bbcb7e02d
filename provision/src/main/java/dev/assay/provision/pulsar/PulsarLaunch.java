package dev.assay.provision.pulsar;

import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.cluster.NodeWatch;
import dev.assay.provision.jvm.JavaCommand;
import dev.assay.provision.leash.Launch;
import dev.assay.provision.leash.LeasedFolder;
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
record PulsarLaunch(Leash leash, PulsarJvm jvm, NodeSettings settings, ClusterFolders folders) {
    private static final Duration SETUP_TIME = Duration.ofSeconds(90);

    /**
     * Starts a cluster on these ports.
     *
     * @return empty when a port was taken in the meantime
     * @throws ProvisionException when the cluster does not come up for another reason
     */
    Optional<Cluster> attempt(List<Integer> ports) {
        LeasedFolder data = leash.folder("Pulsar data", folders.freshData("pulsar"));
        List<LeashedProcess> servers = new ArrayList<>();
        boolean ready = false;
        try {
            int bookies = settings.spec().bookies();
            ClusterPlan plan =
                    new ClusterPlan(NodePlan.all(bookies, settings.spec().brokers(), ports, data.path()));
            files().write(settings, plan);
            ready = startZooKeeper(plan, servers) && setUp(plan, servers, data.path()) && startRest(plan, servers);
            return ready ? Optional.of(new PulsarCluster(this, plan, servers, data)) : Optional.empty();
        } finally {
            if (!ready) {
                LeashedProcess.killAll(servers);
                data.close();
            }
        }
    }

    private PulsarFiles files() {
        return new PulsarFiles(folders.logs());
    }

    private boolean startZooKeeper(ClusterPlan plan, List<LeashedProcess> servers) {
        servers.add(start(plan.zooKeeper()));
        int port = plan.zooKeeper().port();
        return new Readiness(servers).await("ZooKeeper to serve", () -> Probes.zooKeeperServes(port));
    }

    private boolean setUp(ClusterPlan plan, List<LeashedProcess> servers, Path data) {
        LeashedProcess setup = leash.start(launch("metadata-setup", jvm.setup(plan), data, data.resolve("setup.log")));
        try {
            boolean going = new Readiness(servers)
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

    /** Bookies and brokers at once: a broker needs no bookie before somebody publishes. */
    private boolean startRest(ClusterPlan plan, List<LeashedProcess> servers) {
        plan.nodes().stream().skip(1).map(this::start).forEach(servers::add);
        LayoutRace race = new LayoutRace();
        Readiness readiness = new Readiness(servers, race::excuses);
        List<NodePlan> brokers = plan.of(Role.BROKER);
        List<NodePlan> bookies = plan.of(Role.BOOKIE);
        return readiness.await("all bookies and brokers to listen", () -> {
                    race.startAgain(servers, name -> start(plan.named(name)));
                    return plan.nodes().stream().allMatch(node -> Probes.listens(node.port()));
                })
                && readiness.await(
                        "each broker to know of all brokers and bookies",
                        () -> brokers.stream()
                                .allMatch(broker ->
                                        Probes.brokerKnows(broker.webPort(), brokers.size(), bookies.size())));
    }

    private LeashedProcess start(NodePlan node) {
        JavaCommand command = jvm.server(node, files().settings(node), settings.heapBytes(node.role()));
        return leash.start(launch(node.name(), command, node.folder(), files().log(node)));
    }

    private static Launch launch(String name, JavaCommand command, Path workFolder, Path log) {
        return new Launch(name, command.words(), Map.of(), workFolder, log);
    }
}
