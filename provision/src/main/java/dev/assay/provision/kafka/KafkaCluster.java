package dev.assay.provision.kafka;

import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFaults;
import dev.assay.provision.cluster.NodeWatch;
import dev.assay.provision.cluster.ServerNode;
import dev.assay.provision.cluster.ServerProcess;
import dev.assay.provision.fault.FaultSite;
import dev.assay.provision.fault.LocalFaults;
import dev.assay.provision.fault.Machine;
import dev.assay.provision.leash.LeashedProcess;
import dev.assay.provision.leash.Signal;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A local Kafka cluster that is ready. Its data is thrown away, so its nodes are killed rather than asked to end. */
final class KafkaCluster implements Cluster {
    /** {@code broker.session.timeout.ms} is 9 s by default, and {@code request.timeout.ms} of the quorum 2 s. */
    private static final Duration FAILURE_TIMEOUT = Duration.ofSeconds(12);

    private final KafkaLaunch launch;
    private final List<NodePlan> plans;
    private final List<ServerProcess> brokers;
    private final KafkaLaunch.Place place;
    private final NodeWatch watch = new NodeWatch();
    private final LocalFaults faults;
    private boolean closed;

    KafkaCluster(KafkaLaunch launch, List<NodePlan> plans, List<ServerProcess> brokers, KafkaLaunch.Place place) {
        this.launch = launch;
        this.plans = List.copyOf(plans);
        this.brokers = List.copyOf(brokers);
        this.place = place;
        processes().forEach(watch::add);
        List<Machine> machines = this.brokers.stream()
                .map(broker -> new Machine(broker.name(), List.of(broker)))
                .toList();
        this.faults = new LocalFaults(
                new FaultSite(machines, machines.getFirst(), place.isolated(), watch, FAILURE_TIMEOUT, this::revive));
    }

    private List<LeashedProcess> processes() {
        return brokers.stream().map(ServerProcess::process).toList();
    }

    private void revive(List<ServerProcess> ended) {
        ended.forEach(ServerProcess::restart);
        if (!KafkaLaunch.isReady(plans, brokers)) {
            throw ProvisionException.system(
                    "Kafka could not be started again: another program has taken a port of it. Logs: "
                            + launch.folders().logs(),
                    null);
        }
    }

    @Override
    public Optional<ClusterFaults> faults() {
        return Optional.of(faults);
    }

    @Override
    public Map<String, String> connection() {
        return Map.of(
                "bootstrap.servers",
                plans.stream().map(NodePlan::clientAddress).collect(Collectors.joining(",")),
                "replication",
                Integer.toString(launch.settings().spec().effectiveReplication()));
    }

    @Override
    public List<ServerNode> nodes() {
        return plans.stream()
                .map(plan -> {
                    LeashedProcess broker = brokers.get(plan.id() - 1).process();
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
                        + brokers.stream().map(ServerProcess::name).toList()))
                .process()
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
                launch.jvm()
                        .brokerArchive()
                        .writeFrom(brokers.getFirst().process().handle());
            }
        } finally {
            LeashedProcess.killAll(processes());
            place.close();
        }
    }
}
