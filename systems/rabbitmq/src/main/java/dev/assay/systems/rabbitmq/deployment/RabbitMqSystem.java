package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.local.LocalDeployment;
import dev.assay.cluster.node.Cluster;
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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
        return connection(
                existing,
                Map.of(
                        "uri", existing.uri(),
                        "admin.url", existing.adminUrl(),
                        "stream.uri", existing.streamUri()));
    }

    @Override
    public Map<String, String> addressesToCome() {
        return Map.of(
                "uri",
                "amqp://127.0.0.1:5672",
                "admin.url",
                "http://127.0.0.1:15672",
                "stream.uri",
                "rabbitmq-stream://127.0.0.1:5552");
    }

    static Map<String, String> connection(RabbitMqSpec spec, Map<String, String> addresses) {
        Map<String, String> connection = new TreeMap<>(addresses);
        connection.put("queue", spec.queue().toString());
        connection.put("exchange", spec.exchange().name().toLowerCase(Locale.ROOT));
        connection.put("persistent", Boolean.toString(spec.persistent()));
        connection.put("acknowledgement", spec.acknowledgement().name().toLowerCase(Locale.ROOT));
        connection.put("prefetch", Integer.toString(spec.prefetch()));
        connection.put("confirm-window", Integer.toString(spec.confirmWindow()));
        connection.put("replication", Integer.toString(spec.copies()));
        return connection;
    }

    /** Finds the Service and the default user of a cluster that the vendor's operator runs. */
    @Override
    public FoundServers find(RabbitMqSpec existing, KubernetesNamespace namespace) {
        KubernetesServers named = existing.servers().kubernetes();
        KubernetesNamespace.FoundService service = namespace.service(named.listener(), named.name());
        String login = namespace.login(named.user().isEmpty() ? named.name() + "-default-user" : named.user());
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

    /** Returns the shared settings of nodes; levels are set by queues and messages, so that one cluster serves all of them. */
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
                .<ServerMetrics>map(node -> new ExpositionMetrics(
                        node.name(), () -> node.page("it has no such page"), new RabbitMqServerMetrics()))
                .toList();
    }

    /** Returns why no local cluster can be started here, with what to do about it; empty where a server is installed. */
    public static Optional<String> unavailable() {
        return unavailable(RabbitMqSpec.INSTALLED);
    }

    /** Returns why no server of that version, such as 4 for any 4.x, can be started here; empty where one is installed. */
    public static Optional<String> unavailable(String version) {
        try {
            InstalledServers servers = InstalledServers.ofThisMachine();
            Erlang.find(servers.environment(), servers.find(version).home());
            return Optional.empty();
        } catch (DeploymentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public LocalNeeds needs(ClusterRequest request, AssayCache cache, ProgressListener progress) {
        RabbitMqSpec spec = keys().cast(request.system());
        InstalledServers servers = InstalledServers.ofThisMachine();
        RabbitMqInstallation installation = servers.find(spec.version());
        RabbitMqRecipe.refuseWhatItLacks(spec, request.durability(), installation);
        Erlang.find(servers.environment(), installation.home());
        return new LocalNeeds(RabbitMqRecipe.freeBytes(spec), List.of());
    }

    @Override
    public Cluster start(RabbitMqSpec local, ClusterRequest request, DeploymentContext context) {
        return start(local, request, context, InstalledServers.ofThisMachine());
    }

    static Cluster start(
            RabbitMqSpec spec, ClusterRequest request, DeploymentContext context, InstalledServers servers) {
        RabbitMqInstallation installation = servers.find(spec.version());
        RabbitMqNodeSettings settings = new RabbitMqNodeSettings(
                spec.withVersion(installation.version().text()),
                request.settings().broker());
        RabbitMqRecipe.refuseWhatItLacks(spec, request.durability(), installation);
        Erlang erlang = Erlang.find(servers.environment(), installation.home());
        return LocalDeployment.start(new RabbitMqRecipe(settings, installation, erlang).recipe(), request, context);
    }
}
