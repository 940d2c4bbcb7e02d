package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.FreePorts;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.prometheus.ExpositionMetrics;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.DeploymentContext;
import dev.assay.cluster.system.FoundServers;
import dev.assay.cluster.system.KubernetesNamespace;
import dev.assay.cluster.system.LocalNeeds;
import dev.assay.cluster.system.ServerFile;
import dev.assay.cluster.system.SystemPlugin;
import dev.assay.cluster.telemetry.ServerMetrics;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.KubernetesServers;
import dev.assay.model.spec.Servers;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** RabbitMQ: what scenarios can say of it, and how it is brought up. */
public final class RabbitMqSystem implements SystemPlugin<RabbitMqSpec> {
    @Override
    public String name() {
        return "rabbitmq";
    }

    @Override
    public Class<RabbitMqSpec> keys() {
        return RabbitMqSpec.class;
    }

    @Override
    public List<String> irrelevantToDurability() {
        List<String> names = new ArrayList<>(List.of(
                "version",
                "client-version",
                "stream-client-version",
                "memory",
                "uri",
                "admin.url",
                "stream.uri",
                "exchange",
                "acknowledgement",
                "prefetch"));
        names.addAll(Servers.KEYS);
        return List.copyOf(names);
    }

    @Override
    public Map<String, String> connection(RabbitMqSpec existing, DurabilityLevel durability) {
        return LocalRabbitMq.connection(
                existing,
                Map.of(
                        "uri", existing.uri(),
                        "admin.url", existing.adminUrl(),
                        "stream.uri", existing.streamUri()));
    }

    /** The Service and the default user of a cluster that the vendor's operator runs. */
    @Override
    public FoundServers find(RabbitMqSpec existing, KubernetesNamespace there) {
        KubernetesServers named = existing.servers().kubernetes();
        KubernetesNamespace.FoundService service = there.service(named.listener(), named.name());
        String login = there.login(named.user().isEmpty() ? named.name() + "-default-user" : named.user());
        Map<String, String> connection = new TreeMap<>();
        connection.put(
                "uri",
                service.url("amqp", "amqp", login)
                        .or(() -> service.url("amqps", "amqps", login))
                        .orElseThrow(() -> service.without("amqp or amqps")));
        service.url("management", "http", login)
                .or(() -> service.url("management-tls", "https", login))
                .ifPresent(url -> connection.put("admin.url", url));
        service.url("stream", "rabbitmq-stream", login)
                .or(() -> service.url("streams", "rabbitmq-stream+tls", login))
                .ifPresent(url -> connection.put("stream.uri", url));
        if (existing.queue() == QueueKind.STREAM && !connection.containsKey("stream.uri")) {
            throw service.without("stream or streams, which queue: stream needs");
        }
        return new FoundServers(connection, Map.of());
    }

    /** Levels are set by queues and messages, so that one cluster serves all of them. */
    @Override
    public List<ServerFile> serverFiles(RabbitMqSpec system, DurabilityLevel durability, Map<String, String> broker) {
        Map<String, String> settings = new TreeMap<>(broker);
        settings.putIfAbsent(
                RabbitMqNodeSettings.MEMORY, Long.toString(system.memory().bytes()));
        return List.of(ServerFile.ofLines(
                "rabbitmq.conf",
                List.of("Of each of %d nodes, beside what places it; all else is the vendor's default."
                        .formatted(system.nodes())),
                settings));
    }

    @Override
    public List<ServerMetrics> metrics(List<ServerNode> nodes) {
        return nodes.stream()
                .<ServerMetrics>map(node ->
                        new ExpositionMetrics(node.name(), () -> NodeMetrics.page(node), new RabbitMqServerMetrics()))
                .toList();
    }

    @Override
    public LocalNeeds needs(ClusterRequest request, AssayCache cache, ProgressListener progress) {
        return LocalRabbitMq.needs(keys().cast(request.system()), request.durability(), InstalledServers.here());
    }

    @Override
    public Cluster start(RabbitMqSpec local, ClusterRequest request, DeploymentContext context) {
        return new LocalRabbitMq(context, FreePorts.RANDOM, InstalledServers.here()).start(local, request);
    }
}
