package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.fault.FaultDomain;
import dev.assay.cluster.fault.FaultTarget;
import dev.assay.cluster.fault.LocalFaults;
import dev.assay.cluster.node.LocalCluster;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.RollingRestart;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.node.ServerProcess;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** A local Kafka cluster that is ready. */
final class KafkaCluster extends LocalCluster {
    private final KafkaStartup startup;
    private final List<KafkaNodePlan> plans;
    private final NodeEnvironment nodeEnvironment;
    /** What the servers run, or will once the upgrade is done. */
    private volatile KafkaJvm jvm;

    KafkaCluster(
            KafkaStartup startup,
            List<KafkaNodePlan> plans,
            List<ServerProcess> brokers,
            NodeEnvironment nodeEnvironment) {
        super(brokers, nodeEnvironment::close);
        this.startup = startup;
        this.plans = List.copyOf(plans);
        this.nodeEnvironment = nodeEnvironment;
        this.jvm = startup.jvm();
        List<FaultDomain> faultDomains = brokers.stream().map(FaultDomain::of).toList();
        setFaults(new LocalFaults(new FaultTarget(
                faultDomains, nodeEnvironment, watch(), startup.settings().failureTimeout(), this::revive)));
    }

    private void revive(List<ServerProcess> ended) {
        ended.forEach(ServerProcess::restart);
        requirePorts(KafkaStartup.isReady(plans, servers()));
    }

    private void requirePorts(boolean free) {
        if (!free) {
            throw FaultTarget.portTaken("Kafka", startup.folders().logs());
        }
    }

    /** The version of the metadata is left as it is, with which the servers could still go back: so an upgrade begins. */
    @Override
    public Optional<RollingRestart> rolling() {
        return Optional.of(version -> {
            if (!version.isEmpty()) {
                jvm = Objects.requireNonNull(startup.upgrade(), "no upgrade was asked for");
            }
            List<RollingRestart.Node> nodes = restartInTurn(
                    server -> server.restart(
                            () -> startup.startBroker(jvm, plans.get(servers().indexOf(server)), nodeEnvironment)),
                    () -> requirePorts(KafkaStartup.isInSync(plans, servers())));
            return new RollingRestart.Done(
                    nodes,
                    version.isEmpty()
                            ? ""
                            : "the metadata version stays that of "
                                    + startup.settings().spec().version());
        });
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
                .map(plan -> node(plan.name(), plan.clientPort(), plan.logDirs().getFirst()))
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
        Map<String, String> checksums = new LinkedHashMap<>(startup.jvm().jars().checksums());
        KafkaJvm upgrade = startup.upgrade();
        if (upgrade != null) {
            checksums.putAll(upgrade.jars().checksums());
        }
        return Collections.unmodifiableMap(checksums);
    }

    @Override
    protected void beforeEnd() {
        if (!jvm.brokerArchive().exists()) {
            jvm.brokerArchive().writeFrom(servers().getFirst().process().handle());
        }
    }
}
