package dev.assay.provision.kafka;

import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.cluster.NodeIsolation;
import dev.assay.provision.cluster.NodeWatch;
import dev.assay.provision.cluster.ServerProcess;
import dev.assay.provision.fault.IsolatedNodes;
import dev.assay.provision.jvm.JavaCommand;
import dev.assay.provision.leash.Launch;
import dev.assay.provision.leash.LeasedFolder;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.leash.LeashedProcess;
import dev.assay.provision.leash.ProcessExit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** One cluster on its way up. */
record KafkaLaunch(Leash leash, KafkaJvm jvm, NodeSettings settings, ClusterFolders folders, NodeIsolation isolation) {
    private static final Duration FORMAT_TIME = Duration.ofSeconds(60);

    /**
     * Starts a cluster on these ports, two for each node.
     *
     * @return empty when a port was taken in the meantime
     * @throws ProvisionException when the cluster does not come up for another reason
     */
    Optional<Cluster> attempt(List<Integer> ports) {
        LeasedFolder data = leash.folder("Kafka data", folders.freshData("kafka"));
        IsolatedNodes isolated = IsolatedNodes.none();
        List<ServerProcess> brokers = new ArrayList<>();
        boolean ready = false;
        try {
            isolated = IsolatedNodes.prepare(leash, isolation, data.path(), names(ports.size() / 2));
            List<NodePlan> nodes = plan(ports, data.path(), isolated);
            files().write(settings, nodes, jvm.logging());
            format(nodes, data.path());
            for (NodePlan node : nodes) {
                List<String> prefix = isolated.commandPrefix(node.name());
                brokers.add(new ServerProcess(() -> startBroker(node, prefix)));
            }
            ready = isReady(nodes, brokers);
            return ready
                    ? Optional.of(new KafkaCluster(this, nodes, brokers, new Place(data, isolated)))
                    : Optional.empty();
        } finally {
            if (!ready) {
                LeashedProcess.killAll(
                        brokers.stream().map(ServerProcess::process).toList());
                new Place(data, isolated).close();
            }
        }
    }

    /** Where a cluster lives; gone when it is closed. */
    record Place(LeasedFolder data, IsolatedNodes isolated) implements AutoCloseable {
        @Override
        public void close() {
            isolated.close();
            data.close();
        }
    }

    /** Waits until all brokers serve; false when a port was taken. */
    static boolean isReady(List<NodePlan> nodes, List<ServerProcess> brokers) {
        return new Readiness(nodes, brokers.stream().map(ServerProcess::process).toList()).await();
    }

    private KafkaFiles files() {
        return new KafkaFiles(folders.logs());
    }

    private static List<String> names(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(NodePlan::name).toList();
    }

    private static List<NodePlan> plan(List<Integer> ports, Path data, IsolatedNodes isolated) {
        List<NodePlan> plans = new ArrayList<>();
        for (String name : names(ports.size() / 2)) {
            int i = plans.size();
            String host = isolated.address(name);
            plans.add(new NodePlan(i + 1, host, ports.get(2 * i), ports.get(2 * i + 1), data.resolve(name)));
        }
        return List.copyOf(plans);
    }

    private void format(List<NodePlan> nodes, Path data) {
        String clusterId = ClusterId.random();
        List<LeashedProcess> formats = nodes.stream()
                .map(node -> leash.start(launch(
                        node.name() + "-format",
                        jvm.format(files().properties(node), clusterId, node.id() == 1),
                        data,
                        data.resolve(node.name() + "-format.log"))))
                .toList();
        try {
            formats.forEach(KafkaLaunch::requireSuccess);
        } finally {
            LeashedProcess.killAll(formats);
        }
        jvm.formatArchive().adopt();
    }

    private static void requireSuccess(LeashedProcess format) {
        if (!format.await(FORMAT_TIME)) {
            throw ProvisionException.system(
                    format.name() + " has not ended within 60 s. Is the disk or the processor very busy?", null);
        }
        ProcessExit exit = format.exit().join();
        if (exit.code() != 0) {
            throw ProvisionException.system(NodeWatch.describe(format, exit), null);
        }
    }

    private LeashedProcess startBroker(NodePlan node, List<String> prefix) {
        JavaCommand command =
                jvm.broker(files().properties(node), settings.spec().heap(), node.id() == 1);
        Launch launch = launch(node.name(), command, node.folder(), files().log(node));
        return leash.start(launch.within(prefix));
    }

    private static Launch launch(String name, JavaCommand command, Path workFolder, Path log) {
        return new Launch(name, command.words(), Map.of(), workFolder, log);
    }
}
