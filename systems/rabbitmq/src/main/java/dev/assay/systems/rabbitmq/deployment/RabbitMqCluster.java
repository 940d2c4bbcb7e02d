package dev.assay.systems.rabbitmq.deployment;

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
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A local RabbitMQ cluster that is ready. */
final class RabbitMqCluster extends LocalCluster {
    /** For nodes that were cut off to find each other again. Without being started again they often do not. */
    private static final Duration REUNION = Duration.ofSeconds(20);

    private final RabbitMqStartup startup;
    private final RabbitMqClusterPlan plan;
    private final NodeEnvironment nodeEnvironment;
    private @Nullable Map<String, Map<String, String>> effectiveSettings;

    RabbitMqCluster(
            RabbitMqStartup startup,
            RabbitMqClusterPlan plan,
            List<ServerProcess> servers,
            NodeEnvironment nodeEnvironment) {
        super(servers, nodeEnvironment::close);
        this.startup = startup;
        this.plan = plan;
        this.nodeEnvironment = nodeEnvironment;
        // The port mappers hold no data and count as no nodes: they run on whatever happens.
        List<FaultDomain> faultDomains = servers.subList(plan.mappers().size(), servers.size()).stream()
                .map(FaultDomain::of)
                .toList();
        setFaults(new LocalFaults(new FaultTarget(
                faultDomains, nodeEnvironment, watch(), startup.settings().failureTimeout(), this::revive)));
    }

    /** All at once: a node waits for those that were there when it ended, and each may have been the last. */
    private void revive(List<ServerProcess> ended) {
        ended.forEach(ServerProcess::restart);
        if (ended.isEmpty() && !reunited()) {
            // What RabbitMQ's documentation on partitions asks of whoever runs it.
            ServerProcess killed = servers().get(plan.mappers().size());
            killed.process().kill();
            killed.restart();
        }
        if (!RabbitMqStartup.isReady(plan, servers(), RabbitMqStartup.PATIENCE)) {
            throw FaultTarget.portTaken("RabbitMQ", startup.folders().logs());
        }
    }

    private boolean reunited() {
        try {
            return RabbitMqStartup.isReady(plan, servers(), REUNION);
        } catch (DeploymentException notReady) {
            return false;
        }
    }

    @Override
    public Map<String, String> connection() {
        return LocalRabbitMq.connection(
                startup.settings().spec(),
                Map.of(
                        "uri", plan.uris(),
                        "admin.url", plan.adminUrls(),
                        "stream.uri", plan.streamUris()));
    }

    @Override
    public Optional<String> serverVersion() {
        return Optional.of(startup.programs().installation().version().text());
    }

    @Override
    public List<ServerNode> nodes() {
        return plan.nodes().stream()
                .map(node -> node(node.name(), node.ports().client(), node.folder()))
                .toList();
    }

    /** What the nodes were configured with, and what they report; they are asked once. */
    @Override
    public synchronized Map<String, Map<String, String>> serverSettings() {
        Map<String, Map<String, String>> said = effectiveSettings;
        if (said == null) {
            said = new EffectiveNodeSettings(startup.supervisor(), startup.programs(), nodeEnvironment).read(plan);
            effectiveSettings = said;
        }
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        for (RabbitMqNodePlan node : plan.nodes()) {
            Map<String, String> own = new TreeMap<>(startup.settings().of(node, plan));
            own.putAll(said.getOrDefault(node.name(), Map.of()));
            settings.put(node.name(), own);
        }
        return Collections.unmodifiableMap(settings);
    }

    @Override
    public Map<String, String> overrides() {
        return startup.settings().overrides();
    }

    /** The server is not fetched but installed. */
    @Override
    public Map<String, String> artifacts() {
        return Map.of();
    }
}
