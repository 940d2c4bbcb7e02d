package dev.assay.provision.kafka;

import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.NodeWatch;
import dev.assay.provision.cluster.ServerNode;
import dev.assay.provision.leash.LeasedFolder;
import dev.assay.provision.leash.LeashedProcess;
import dev.assay.provision.leash.Signal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A local Kafka cluster that is ready. Its data is thrown away, so its nodes are killed rather than asked to end. */
final class KafkaCluster implements Cluster {
    private final KafkaLaunch launch;
    private final List<NodePlan> plans;
    private final List<LeashedProcess> brokers;
    private final LeasedFolder data;
    private final NodeWatch watch = new NodeWatch();
    private boolean closed;

    KafkaCluster(KafkaLaunch launch, List<NodePlan> plans, List<LeashedProcess> brokers, LeasedFolder data) {
        this.launch = launch;
        this.plans = List.copyOf(plans);
        this.brokers = List.copyOf(brokers);
        this.data = data;
        this.brokers.forEach(watch::add);
    }

    @Override
    public Map<String, String> connection() {
        return Map.of(
                "bootstrap.servers",
                plans.stream().map(plan -> "127.0.0.1:" + plan.clientPort()).collect(Collectors.joining(",")),
                "replication",
                Integer.toString(launch.settings().spec().effectiveReplication()));
    }

    @Override
    public List<ServerNode> nodes() {
        return plans.stream()
                .map(plan -> {
                    LeashedProcess broker = brokers.get(plan.id() - 1);
                    return new ServerNode(
                            plan.name(), broker.handle(), plan.clientPort(), broker.log(), plan.logDirs());
                })
                .toList();
    }

    @Override
    public Map<String, Map<String, String>> serverSettings() {
        KafkaFiles files = new KafkaFiles(launch.folders().logs());
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        plans.forEach(plan ->
                settings.put(plan.name(), files.inForce(plan, launch.settings().of(plan, plans))));
        return Collections.unmodifiableMap(settings);
    }

    @Override
    public Map<String, String> departures() {
        return launch.settings().departures();
    }

    @Override
    public Map<String, String> artifacts() {
        return launch.jvm().jars().checksums();
    }

    @Override
    public Optional<String> failure() {
        return watch.failure();
    }

    @Override
    public void onFailure(Consumer<String> listener) {
        watch.onFailure(listener);
    }

    @Override
    public void signal(String node, Signal signal) {
        brokers.stream()
                .filter(broker -> broker.name().equals(node))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("this cluster has no node '" + node + "', only "
                        + brokers.stream().map(LeashedProcess::name).toList()))
                .signal(signal);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        watch.end();
        try {
            if (!launch.jvm().brokerArchive().exists() && failure().isEmpty()) {
                launch.jvm().brokerArchive().writeFrom(brokers.getFirst().handle());
            }
        } finally {
            LeashedProcess.killAll(brokers);
            data.close();
        }
    }
}
