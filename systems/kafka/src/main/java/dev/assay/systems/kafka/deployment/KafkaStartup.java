package dev.assay.systems.kafka.deployment;

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
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One cluster on its way up.
 *
 * @param upgrade what its servers can be upgraded to; null for nothing
 */
record KafkaStartup(
        ProcessSupervisor supervisor,
        KafkaJvm jvm,
        @Nullable KafkaJvm upgrade,
        KafkaNodeSettings settings,
        ClusterFolders folders,
        NodeIsolation isolation) {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration FORMAT_TIME = Duration.ofMinutes(2);

    /** Two ports for each node. */
    @Nullable
    Cluster bringUp(List<Integer> ports, NodeEnvironment environment, List<ServerProcess> brokers) {
        List<String> names = IntStream.rangeClosed(1, ports.size() / 2)
                .mapToObj(KafkaNodePlan::name)
                .toList();
        environment.isolate(isolation, names);
        environment.provide(settings.spec().disks(), names);
        environment.confine(settings.spec().servers().processors());
        List<KafkaNodePlan> nodes = plan(names, ports, environment);
        files().write(settings, nodes, jvm.logging());
        if (upgrade != null) {
            files().write(upgrade.logging());
        }
        format(nodes, environment);
        nodes.forEach(node -> brokers.add(new ServerProcess(() -> startBroker(jvm, node, environment))));
        return isReady(nodes, brokers) ? new KafkaCluster(this, nodes, brokers, environment) : null;
    }

    private KafkaFiles files() {
        return new KafkaFiles(folders.logs());
    }

    private static List<KafkaNodePlan> plan(List<String> names, List<Integer> ports, NodeEnvironment nodeEnvironment) {
        return IntStream.range(0, names.size())
                .mapToObj(i -> new KafkaNodePlan(
                        i + 1,
                        nodeEnvironment.address(names.get(i)),
                        ports.get(2 * i),
                        ports.get(2 * i + 1),
                        nodeEnvironment.folder().resolve(names.get(i)),
                        nodeEnvironment.dataFolders(names.get(i))))
                .toList();
    }

    private void format(List<KafkaNodePlan> nodes, NodeEnvironment environment) {
        Path data = environment.folder();
        String clusterId = randomClusterId();
        List<SupervisedProcess> formats = nodes.stream()
                .map(node -> supervisor.start(launch(
                                node.name() + "-format",
                                jvm.format(files().properties(node), folders.logs(), clusterId, node.id() == 1),
                                data,
                                data.resolve(node.name() + "-format.log"))
                        .withTemporaryFiles(environment.temporaryFiles())))
                .toList();
        try {
            formats.forEach(KafkaStartup::requireSuccess);
        } finally {
            SupervisedProcess.killAll(formats);
        }
        jvm.formatArchive().adopt();
    }

    private static void requireSuccess(SupervisedProcess format) {
        if (!format.await(FORMAT_TIME)) {
            throw DeploymentException.system(
                    format.name() + " has not ended within 60 s. Is the disk or the processor very busy?", null);
        }
        ProcessExit exit = format.exit().join();
        if (exit.code() != 0) {
            throw DeploymentException.system(NodeMonitor.describe(format, exit), null);
        }
    }

    SupervisedProcess startBroker(KafkaJvm version, KafkaNodePlan node, NodeEnvironment nodeEnvironment) {
        JavaCommand command = version.broker(
                files().properties(node), folders.logs(), settings.spec().heap(), node.id() == 1);
        return supervisor.start(launch(node.name(), command, node.folder(), files().log(node))
                .withTemporaryFiles(nodeEnvironment.temporaryFiles())
                .within(nodeEnvironment.commandPrefix(node.name())));
    }

    /** Waits until every broker answers and knows of all the others and of a controller; false when a port was taken. */
    static boolean isReady(List<KafkaNodePlan> nodes, List<ServerProcess> brokers) {
        return await(nodes, brokers, node -> MetadataProbe.knowsAll(node, nodes.size()));
    }

    /** Waits until every broker also knows of no partition that lacks a replica; false when a port was taken. */
    static boolean isInSync(List<KafkaNodePlan> nodes, List<ServerProcess> brokers) {
        return await(nodes, brokers, node -> MetadataProbe.allInSync(node, nodes.size()));
    }

    private static boolean await(
            List<KafkaNodePlan> nodes, List<ServerProcess> brokers, Predicate<KafkaNodePlan> isReady) {
        List<KafkaNodePlan> unready = new ArrayList<>(nodes);
        return new StartupWait("Kafka", LocalCluster.processes(brokers), PATIENCE)
                .await(
                        () -> String.join(
                                ", ", unready.stream().map(KafkaNodePlan::name).toList()),
                        () -> {
                            unready.removeIf(isReady);
                            return unready.isEmpty();
                        });
    }

    private static ProcessSpec launch(String name, JavaCommand command, Path workFolder, Path log) {
        return new ProcessSpec(name, command.words(), Map.of(), workFolder, log);
    }

    /** A name of a cluster: 16 random bytes as URL-safe Base64, never starting with a dash, which would read as an option. */
    static String randomClusterId() {
        String id = "-";
        while (id.startsWith("-")) {
            UUID uuid = UUID.randomUUID();
            ByteBuffer bytes = ByteBuffer.allocate(16)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits());
            id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
        }
        return id;
    }
}
