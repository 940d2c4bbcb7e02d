package dev.assay.systems.nats.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.fault.FaultDomain;
import dev.assay.cluster.fault.FaultTarget;
import dev.assay.cluster.fault.LocalFaults;
import dev.assay.cluster.node.LocalCluster;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.node.ServerProcess;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A local NATS cluster that is ready. */
final class NatsCluster extends LocalCluster {
    /** For nodes that were cut off, stopped or without room to catch up by themselves. */
    private static final Duration REUNION = Duration.ofSeconds(20);

    private final NatsStartup startup;
    private final List<NatsNodePlan> plans;

    NatsCluster(
            NatsStartup startup,
            List<NatsNodePlan> plans,
            List<ServerProcess> servers,
            NodeEnvironment nodeEnvironment) {
        super(servers, nodeEnvironment::close);
        this.startup = startup;
        this.plans = List.copyOf(plans);
        List<FaultDomain> faultDomains = servers.stream().map(FaultDomain::of).toList();
        setFaults(new LocalFaults(new FaultTarget(
                faultDomains, nodeEnvironment, watch(), startup.settings().failureTimeout(), this::revive)));
    }

    private void revive(List<ServerProcess> ended) {
        ended.forEach(ServerProcess::restart);
        if (ended.isEmpty() && !reunited()) {
            restartThoseWithoutJetStream();
        }
        if (!NatsStartup.isReady(plans, servers(), NatsStartup.PATIENCE)) {
            throw FaultTarget.portTaken("NATS", startup.folders().logs());
        }
    }

    private boolean reunited() {
        try {
            return NatsStartup.isReady(plans, servers(), REUNION);
        } catch (DeploymentException notReady) {
            return false;
        }
    }

    /** A server whose disk was full has given JetStream up, until it is started again. */
    private void restartThoseWithoutJetStream() {
        for (int i = 0; i < plans.size(); i++) {
            if (!NatsProbes.hasJetStream(plans.get(i))) {
                ServerProcess server = servers().get(i);
                server.process().kill();
                server.restart();
            }
        }
    }

    @Override
    public Map<String, String> connection() {
        return NatsSystem.connection(
                startup.settings().spec(), each(NatsNodePlan::url), each(NatsNodePlan::monitorUrl));
    }

    private String each(Function<NatsNodePlan, String> text) {
        return plans.stream().map(text).collect(Collectors.joining(","));
    }

    @Override
    public Optional<String> serverVersion() {
        return Optional.of(startup.server().version());
    }

    @Override
    public List<ServerNode> nodes() {
        return plans.stream()
                .map(plan -> node(plan.name(), plan.clientPort(), plan.folder()))
                .toList();
    }

    /** What the nodes were configured with; what the servers make of it, the driver reads back. */
    @Override
    public Map<String, Map<String, String>> serverSettings() {
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        plans.forEach(plan -> settings.put(plan.name(), startup.settings().of(plan, plans)));
        return Collections.unmodifiableMap(settings);
    }

    @Override
    public Map<String, String> overrides() {
        return startup.settings().overrides();
    }

    @Override
    public Map<String, String> artifacts() {
        return startup.server().artifacts();
    }
}
