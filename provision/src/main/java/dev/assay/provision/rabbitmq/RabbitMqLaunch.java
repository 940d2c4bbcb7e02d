package dev.assay.provision.rabbitmq;

import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.cluster.LocalCluster;
import dev.assay.provision.cluster.NodeIsolation;
import dev.assay.provision.cluster.Premises;
import dev.assay.provision.cluster.Readiness;
import dev.assay.provision.cluster.ServerProcess;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.leash.LeashedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One cluster on its way up. */
record RabbitMqLaunch(
        Leash leash,
        RabbitMqPrograms programs,
        NodeSettings settings,
        ClusterFolders folders,
        NodeIsolation isolation) {
    static final Duration PATIENCE = Duration.ofMinutes(3);

    /**
     * Starts a cluster on these ports.
     *
     * @return empty when a port was taken in the meantime
     * @throws ProvisionException when the cluster does not come up for another reason
     */
    Optional<Cluster> attempt(List<Integer> ports) {
        Premises premises = Premises.lease(leash, "RabbitMQ data", folders.freshData("rabbitmq"));
        List<ServerProcess> servers = new ArrayList<>();
        boolean ready = false;
        try {
            if (!premises.claim(ports)) {
                return Optional.empty();
            }
            premises.isolate(isolation, NodePlan.names(ports));
            ClusterPlan plan = ClusterPlan.of(ports, premises);
            programs.files().write(settings, plan);
            ready = startFirst(plan, servers, premises) && startRest(plan, servers, premises);
            return ready ? Optional.of(new RabbitMqCluster(this, plan, servers, premises)) : Optional.empty();
        } finally {
            if (!ready) {
                LeashedProcess.killAll(LocalCluster.processes(servers));
                premises.close();
            }
        }
    }

    /**
     * The first node is the one that the others join. Erlang's port mapper ends without a word when its port is taken.
     */
    private boolean startFirst(ClusterPlan plan, List<ServerProcess> servers, Premises premises) {
        if (!startMappers(plan, servers, premises)) {
            return false;
        }
        List<ServerProcess> mappers = List.copyOf(servers);
        NodePlan first = plan.nodes().getFirst();
        ServerProcess node = server(first, plan, premises);
        servers.add(node);
        return readiness(List.of(node), PATIENCE)
                        .await(first.name() + " to serve", () -> anyEnded(mappers) || Probes.serves(first))
                && !anyEnded(mappers);
    }

    private boolean startMappers(ClusterPlan plan, List<ServerProcess> servers, Premises premises) {
        for (ClusterPlan.Mapper mapper : plan.mappers()) {
            List<String> prefix = premises.commandPrefix(mapper.node().name());
            servers.add(new ServerProcess(
                    () -> leash.start(programs.mapper(mapper, plan).within(prefix))));
        }
        readiness(List.of(), PATIENCE)
                .await(
                        "Erlang's port mapper to answer",
                        () -> anyEnded(servers)
                                || plan.mappers().stream()
                                        .allMatch(mapper -> Probes.mapperAnswers(
                                                mapper.node().host(), plan.mapperPort())));
        return !anyEnded(servers);
    }

    private static boolean anyEnded(List<ServerProcess> servers) {
        return !servers.stream().allMatch(ServerProcess::isRunning);
    }

    private boolean startRest(ClusterPlan plan, List<ServerProcess> servers, Premises premises) {
        plan.nodes().stream().skip(1).forEach(node -> servers.add(server(node, plan, premises)));
        return isReady(plan, servers, PATIENCE);
    }

    private ServerProcess server(NodePlan node, ClusterPlan plan, Premises premises) {
        List<String> prefix = premises.commandPrefix(node.name());
        return new ServerProcess(() -> leash.start(programs.node(node, plan).within(prefix)));
    }

    /** Waits until every node serves and knows of all others; false when a port was taken. */
    static boolean isReady(ClusterPlan plan, List<ServerProcess> servers, Duration patience) {
        List<NodePlan> unready = new ArrayList<>(plan.nodes());
        return readiness(servers, patience)
                .await(
                        () -> String.join(
                                ", ", unready.stream().map(NodePlan::name).toList()),
                        () -> {
                            unready.removeIf(
                                    node -> Probes.knowsAll(node, plan.nodes().size()));
                            return unready.isEmpty();
                        });
    }

    private static Readiness readiness(List<ServerProcess> servers, Duration patience) {
        return new Readiness("RabbitMQ", LocalCluster.processes(servers), patience);
    }
}
