package dev.assay.provision.kafka;

import dev.assay.provision.cluster.ClusterFaults;
import dev.assay.provision.cluster.LocalCluster;
import dev.assay.provision.cluster.Premises;
import dev.assay.provision.cluster.ServerNode;
import dev.assay.provision.cluster.ServerProcess;
import dev.assay.provision.fault.FaultSite;
import dev.assay.provision.fault.LocalFaults;
import dev.assay.provision.fault.Machine;
import dev.assay.provision.leash.LeashedProcess;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A local Kafka cluster that is ready. */
final class KafkaCluster extends LocalCluster {
    private final KafkaLaunch launch;
    private final List<NodePlan> plans;
    private final LocalFaults faults;

    KafkaCluster(KafkaLaunch launch, List<NodePlan> plans, List<ServerProcess> brokers, Premises premises) {
        super(brokers, premises::close);
        this.launch = launch;
        this.plans = List.copyOf(plans);
        List<Machine> machines = brokers.stream().map(Machine::of).toList();
        this.faults = new LocalFaults(
                new FaultSite(machines, premises, watch(), launch.settings().failureTimeout(), this::revive));
    }

    private void revive(List<ServerProcess> ended) {
        ended.forEach(ServerProcess::restart);
        if (!KafkaLaunch.isReady(plans, servers())) {
            throw FaultSite.portTaken("Kafka", launch.folders().logs());
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
                    LeashedProcess broker = process(plan.name());
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
    protected void beforeEnd() {
        if (!launch.jvm().brokerArchive().exists()) {
            launch.jvm()
                    .brokerArchive()
                    .writeFrom(servers().getFirst().process().handle());
        }
    }
}
