package dev.assay.provision.rabbitmq;

import dev.assay.provision.cluster.LocalCluster;
import dev.assay.provision.cluster.ServerNode;
import dev.assay.provision.cluster.ServerProcess;
import dev.assay.provision.leash.LeasedFolder;
import dev.assay.provision.leash.LeashedProcess;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A local RabbitMQ cluster that is ready. */
final class RabbitMqCluster extends LocalCluster {
    private final RabbitMqLaunch launch;
    private final ClusterPlan plan;
    private @Nullable Map<String, Map<String, String>> inForce;

    RabbitMqCluster(RabbitMqLaunch launch, ClusterPlan plan, List<ServerProcess> servers, LeasedFolder data) {
        super(servers, data::close);
        this.launch = launch;
        this.plan = plan;
    }

    @Override
    public Map<String, String> connection() {
        return LocalRabbitMq.connection(
                launch.settings().spec(),
                Map.of(
                        "uri", plan.uris(),
                        "admin.url", plan.adminUrls(),
                        "stream.uri", plan.streamUris(),
                        "nodes", plan.erlangNames()));
    }

    @Override
    public Optional<String> serverVersion() {
        return Optional.of(launch.programs().installation().version().text());
    }

    @Override
    public List<ServerNode> nodes() {
        return plan.nodes().stream()
                .map(node -> {
                    LeashedProcess process = process(node.name());
                    return new ServerNode(
                            node.name(), process.handle(), node.ports().client(), process.log(), node.folder());
                })
                .toList();
    }

    /** What the nodes were told, and what they say they run with; they are asked once. */
    @Override
    public synchronized Map<String, Map<String, String>> serverSettings() {
        Map<String, Map<String, String>> said = inForce;
        if (said == null) {
            said = new SettingsInForce(launch.leash(), launch.programs()).read(plan);
            inForce = said;
        }
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        for (NodePlan node : plan.nodes()) {
            Map<String, String> own = new TreeMap<>(launch.settings().of(node, plan));
            own.putAll(said.getOrDefault(node.name(), Map.of()));
            settings.put(node.name(), own);
        }
        return Collections.unmodifiableMap(settings);
    }

    @Override
    public Map<String, String> departures() {
        return launch.settings().departures();
    }

    /** The server is not fetched but installed. */
    @Override
    public Map<String, String> artifacts() {
        return Map.of();
    }
}
