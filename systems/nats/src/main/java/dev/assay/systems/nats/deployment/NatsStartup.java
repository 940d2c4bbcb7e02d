package dev.assay.systems.nats.deployment;

import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.LocalCluster;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.NodeIsolation;
import dev.assay.cluster.node.ServerProcess;
import dev.assay.cluster.node.StartupWait;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One cluster on its way up. */
record NatsStartup(
        ProcessSupervisor supervisor,
        NatsServer server,
        NatsNodeSettings settings,
        ClusterFolders folders,
        NodeIsolation isolation) {
    static final Duration PATIENCE = Duration.ofMinutes(2);

    /** {@link NatsNodePlan#PORTS_EACH} ports for each node. */
    @Nullable
    Cluster bringUp(List<Integer> ports, NodeEnvironment environment, List<ServerProcess> servers) {
        List<String> names = NatsNodePlan.names(ports);
        environment.isolate(isolation, names);
        environment.provide(settings.spec().disks(), names);
        environment.confine(settings.spec().servers().processors());
        List<NatsNodePlan> nodes = NatsNodePlan.all(ports, environment);
        files().write(settings, nodes);
        Path program = server.programIn(environment.folder());
        nodes.forEach(node -> servers.add(server(node, program, environment)));
        return isReady(nodes, servers, PATIENCE) ? new NatsCluster(this, nodes, servers, environment) : null;
    }

    private NatsFiles files() {
        return new NatsFiles(folders.logs());
    }

    private ServerProcess server(NatsNodePlan node, Path program, NodeEnvironment nodeEnvironment) {
        List<String> command =
                List.of(program.toString(), "-c", files().configuration(node).toString());
        List<String> prefix = nodeEnvironment.commandPrefix(node.name());
        ProcessSpec process =
                new ProcessSpec(node.name(), command, Map.of(), node.folder(), files().log(node)).within(prefix);
        return new ServerProcess(() -> supervisor.start(process));
    }

    /** Waits until every node serves and they know of each other; false when a port was taken. */
    static boolean isReady(List<NatsNodePlan> nodes, List<ServerProcess> servers, Duration patience) {
        List<NatsNodePlan> unready = new ArrayList<>(nodes);
        return new StartupWait("NATS", LocalCluster.processes(servers), patience)
                .await(
                        () -> String.join(
                                ", ", unready.stream().map(NatsNodePlan::name).toList()),
                        () -> {
                            unready.removeIf(node -> NatsProbes.serves(node, nodes.size()));
                            return unready.isEmpty();
                        });
    }
}
