package dev.assay.provision.kafka;

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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** One cluster on its way up. */
record KafkaLaunch(Leash leash, KafkaJvm jvm, NodeSettings settings, ClusterFolders folders, NodeIsolation isolation) {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration FORMAT_TIME = Duration.ofMinutes(2);

    /**
     * Starts a cluster on these ports, two for each node.
     *
     * @return empty when a port was taken in the meantime
     * @throws ProvisionException when the cluster does not come up for another reason
     */
    Optional<Cluster> attempt(List<Integer> ports) {
        Premises premises = Premises.lease(leash, "Kafka data", folders.freshData("kafka"));
        List<ServerProcess> brokers = new ArrayList<>();
        boolean ready = false;
        try {
            if (!premises.claim(ports)) {
                return Optional.empty();
            }
            List<String> names = IntStream.rangeClosed(1, ports.size() / 2)
                    .mapToObj(NodePlan::name)
                    .toList();
            premises.isolate(isolation, names);
            List<NodePlan> nodes = plan(names, ports, premises);
            files().write(settings, nodes, jvm.logging());
            format(nodes, premises.folder());
            nodes.forEach(node -> brokers.add(new ServerProcess(() -> startBroker(node, premises))));
            ready = isReady(nodes, brokers);
            return ready ? Optional.of(new KafkaCluster(this, nodes, brokers, premises)) : Optional.empty();
        } finally {
            if (!ready) {
                LeashedProcess.killAll(LocalCluster.processes(brokers));
                premises.close();
            }
        }
    }

    private KafkaFiles files() {
        return new KafkaFiles(folders.logs());
    }

    private static List<NodePlan> plan(List<String> names, List<Integer> ports, Premises premises) {
        return IntStream.range(0, names.size())
                .mapToObj(i -> new NodePlan(
                        i + 1,
                        premises.address(names.get(i)),
                        ports.get(2 * i),
                        ports.get(2 * i + 1),
                        premises.folder().resolve(names.get(i))))
                .toList();
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

    private LeashedProcess startBroker(NodePlan node, Premises premises) {
        JavaCommand command =
                jvm.broker(files().properties(node), settings.spec().heap(), node.id() == 1);
        return leash.start(launch(node.name(), command, node.folder(), files().log(node))
                .within(premises.commandPrefix(node.name())));
    }

    /** Waits until every broker answers and knows of all the others and of a controller; false when a port was taken. */
    static boolean isReady(List<NodePlan> nodes, List<ServerProcess> brokers) {
        List<NodePlan> unready = new ArrayList<>(nodes);
        return new Readiness("Kafka", LocalCluster.processes(brokers), PATIENCE)
                .await(
                        () -> String.join(
                                ", ", unready.stream().map(NodePlan::name).toList()),
                        () -> {
                            unready.removeIf(node -> MetadataProbe.knowsAll(node, nodes.size()));
                            return unready.isEmpty();
                        });
    }

    private static Launch launch(String name, JavaCommand command, Path workFolder, Path log) {
        return new Launch(name, command.words(), Map.of(), workFolder, log);
    }
}
