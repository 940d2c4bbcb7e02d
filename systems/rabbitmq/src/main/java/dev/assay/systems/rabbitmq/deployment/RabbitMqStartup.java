package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.LocalCluster;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.NodeIsolation;
import dev.assay.cluster.node.ServerProcess;
import dev.assay.cluster.node.StartupWait;
import dev.assay.host.process.ProcessSupervisor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One cluster on its way up. */
record RabbitMqStartup(
        ProcessSupervisor supervisor,
        RabbitMqPrograms programs,
        RabbitMqNodeSettings settings,
        ClusterFolders folders,
        NodeIsolation isolation) {
    static final Duration PATIENCE = Duration.ofMinutes(3);

    /** As many ports as its nodes need. */
    @Nullable
    Cluster bringUp(List<Integer> ports, NodeEnvironment environment, List<ServerProcess> servers) {
        environment.isolate(isolation, RabbitMqNodePlan.names(ports));
        environment.confine(settings.spec().servers().processors());
        RabbitMqClusterPlan plan = RabbitMqClusterPlan.of(ports, environment);
        programs.files().write(settings, plan);
        boolean ready = startFirst(plan, servers, environment) && startRest(plan, servers, environment);
        return ready ? new RabbitMqCluster(this, plan, servers, environment) : null;
    }

    /**
     * The first node is the one that the others join. Erlang's port mapper ends without a word when its port is taken.
     */
    private boolean startFirst(RabbitMqClusterPlan plan, List<ServerProcess> servers, NodeEnvironment nodeEnvironment) {
        if (!startMappers(plan, servers, nodeEnvironment)) {
            return false;
        }
        List<ServerProcess> mappers = List.copyOf(servers);
        RabbitMqNodePlan first = plan.nodes().getFirst();
        ServerProcess node = server(first, plan, nodeEnvironment);
        servers.add(node);
        return startupWait(List.of(node), PATIENCE)
                        .await(first.name() + " to serve", () -> anyEnded(mappers) || RabbitMqProbes.serves(first))
                && !anyEnded(mappers);
    }

    private boolean startMappers(
            RabbitMqClusterPlan plan, List<ServerProcess> servers, NodeEnvironment nodeEnvironment) {
        for (RabbitMqClusterPlan.Mapper mapper : plan.mappers()) {
            List<String> prefix = nodeEnvironment.commandPrefix(mapper.node().name());
            servers.add(new ServerProcess(
                    () -> supervisor.start(programs.mapper(mapper, plan).within(prefix))));
        }
        startupWait(List.of(), PATIENCE)
                .await(
                        "Erlang's port mapper to answer",
                        () -> anyEnded(servers)
                                || plan.mappers().stream()
                                        .allMatch(mapper -> RabbitMqProbes.mapperAnswers(
                                                mapper.node().host(), plan.mapperPort())));
        return !anyEnded(servers);
    }

    private static boolean anyEnded(List<ServerProcess> servers) {
        return !servers.stream().allMatch(ServerProcess::isRunning);
    }

    private boolean startRest(RabbitMqClusterPlan plan, List<ServerProcess> servers, NodeEnvironment nodeEnvironment) {
        plan.nodes().stream().skip(1).forEach(node -> servers.add(server(node, plan, nodeEnvironment)));
        return isReady(plan, servers, PATIENCE);
    }

    private ServerProcess server(RabbitMqNodePlan node, RabbitMqClusterPlan plan, NodeEnvironment nodeEnvironment) {
        List<String> prefix = nodeEnvironment.commandPrefix(node.name());
        return new ServerProcess(
                () -> supervisor.start(programs.node(node, plan).within(prefix)));
    }

    /** Waits until every node serves and knows of all others; false when a port was taken. */
    static boolean isReady(RabbitMqClusterPlan plan, List<ServerProcess> servers, Duration patience) {
        List<RabbitMqNodePlan> unready = new ArrayList<>(plan.nodes());
        return startupWait(servers, patience)
                .await(
                        () -> String.join(
                                ", ",
                                unready.stream().map(RabbitMqNodePlan::name).toList()),
                        () -> {
                            unready.removeIf(node ->
                                    RabbitMqProbes.knowsAll(node, plan.nodes().size()));
                            return unready.isEmpty();
                        });
    }

    private static StartupWait startupWait(List<ServerProcess> servers, Duration patience) {
        return new StartupWait("RabbitMQ", LocalCluster.processes(servers), patience);
    }
}
