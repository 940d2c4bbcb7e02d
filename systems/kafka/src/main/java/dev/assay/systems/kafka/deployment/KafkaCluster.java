package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.fault.FaultDomain;
import dev.assay.cluster.fault.FaultTarget;
import dev.assay.cluster.fault.LocalFaults;
import dev.assay.cluster.node.ClusterFaults;
import dev.assay.cluster.node.LocalCluster;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.node.ServerProcess;
import dev.assay.host.process.SupervisedProcess;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A local Kafka cluster that is ready. */
final class KafkaCluster extends LocalCluster {
    private final KafkaStartup startup;
    private final List<KafkaNodePlan> plans;
    private final LocalFaults faults;

    KafkaCluster(
            KafkaStartup startup,
            List<KafkaNodePlan> plans,
            List<ServerProcess> brokers,
            NodeEnvironment nodeEnvironment) {
        super(brokers, nodeEnvironment::close);
        this.startup = startup;
        this.plans = List.copyOf(plans);
        List<FaultDomain> faultDomains = brokers.stream().map(FaultDomain::of).toList();
        this.faults = new LocalFaults(new FaultTarget(
                faultDomains, nodeEnvironment, watch(), startup.settings().failureTimeout(), this::revive));
    }

    private void revive(List<ServerProcess> ended) {
        ended.forEach(ServerProcess::restart);
        if (!KafkaStartup.isReady(plans, servers())) {
            throw FaultTarget.portTaken("Kafka", startup.folders().logs());
        }
    }

    @Override
    public Optional<ClusterFaults> faults() {
        return Optional.of(faults);
    }

    @Override
    public Map<String, String> connection() {
        return KafkaSystem.connection(
                startup.settings().spec(),
                plans.stream().map(KafkaNodePlan::clientAddress).collect(Collectors.joining(",")));
    }

    @Override
    public List<ServerNode> nodes() {
        return plans.stream()
                .map(plan -> {
                    SupervisedProcess broker = process(plan.name());
                    return new ServerNode(
                            plan.name(),
                            broker.handle(),
                            plan.clientPort(),
                            broker.log(),
                            plan.logDirs().getFirst());
                })
                .toList();
    }

    @Override
    public Map<String, Map<String, String>> serverSettings() {
        KafkaFiles files = new KafkaFiles(startup.folders().logs());
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        plans.forEach(plan -> settings.put(
                plan.name(), files.effective(plan, startup.settings().of(plan, plans))));
        return Collections.unmodifiableMap(settings);
    }

    @Override
    public Map<String, String> overrides() {
        return startup.settings().overrides();
    }

    @Override
    public Map<String, String> artifacts() {
        return startup.jvm().jars().checksums();
    }

    @Override
    protected void beforeEnd() {
        if (!startup.jvm().brokerArchive().exists()) {
            startup.jvm()
                    .brokerArchive()
                    .writeFrom(servers().getFirst().process().handle());
        }
    }
}
