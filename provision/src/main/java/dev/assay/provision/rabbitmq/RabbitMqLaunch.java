package dev.assay.provision.rabbitmq;

import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.cluster.LocalCluster;
import dev.assay.provision.cluster.Readiness;
import dev.assay.provision.cluster.ServerProcess;
import dev.assay.provision.leash.LeasedFolder;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.leash.LeashedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One cluster on its way up. */
record RabbitMqLaunch(Leash leash, RabbitMqPrograms programs, NodeSettings settings, ClusterFolders folders) {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /**
     * Starts a cluster on these ports.
     *
     * @return empty when a port was taken in the meantime
     * @throws ProvisionException when the cluster does not come up for another reason
     */
    Optional<Cluster> attempt(List<Integer> ports) {
        LeasedFolder data = leash.folder("RabbitMQ data", folders.freshData("rabbitmq"));
        List<ServerProcess> servers = new ArrayList<>();
        boolean ready = false;
        try {
            ClusterPlan plan = ClusterPlan.of(ports, data.path());
            programs.files().write(settings, plan);
            ready = startFirst(plan, servers) && startRest(plan, servers);
            return ready ? Optional.of(new RabbitMqCluster(this, plan, servers, data)) : Optional.empty();
        } finally {
            if (!ready) {
                LeashedProcess.killAll(LocalCluster.processes(servers));
                data.close();
            }
        }
    }

    /**
     * The first node is the one that the others join. Erlang's port mapper ends without a word when its port is taken.
     */
    private boolean startFirst(ClusterPlan plan, List<ServerProcess> servers) {
        NodePlan first = plan.nodes().getFirst();
        ServerProcess mapper = new ServerProcess(() -> leash.start(programs.mapper(plan)));
        servers.add(mapper);
        readiness(List.of())
                .await(
                        "Erlang's port mapper to answer",
                        () -> !mapper.isRunning() || Probes.mapperAnswers(first.host(), plan.mapperPort()));
        if (!mapper.isRunning()) {
            return false;
        }
        ServerProcess node = new ServerProcess(() -> leash.start(programs.node(first, plan)));
        servers.add(node);
        return readiness(List.of(node))
                        .await(first.name() + " to serve", () -> !mapper.isRunning() || Probes.serves(first))
                && mapper.isRunning();
    }

    private boolean startRest(ClusterPlan plan, List<ServerProcess> servers) {
        plan.nodes().stream()
                .skip(1)
                .forEach(node -> servers.add(new ServerProcess(() -> leash.start(programs.node(node, plan)))));
        return isReady(plan, servers);
    }

    /** Waits until every node serves and knows of all others; false when a port was taken. */
    static boolean isReady(ClusterPlan plan, List<ServerProcess> servers) {
        List<NodePlan> unready = new ArrayList<>(plan.nodes());
        return readiness(servers)
                .await(
                        () -> String.join(
                                ", ", unready.stream().map(NodePlan::name).toList()),
                        () -> {
                            unready.removeIf(
                                    node -> Probes.knowsAll(node, plan.nodes().size()));
                            return unready.isEmpty();
                        });
    }

    private static Readiness readiness(List<ServerProcess> servers) {
        return new Readiness("RabbitMQ", LocalCluster.processes(servers), PATIENCE);
    }
}
