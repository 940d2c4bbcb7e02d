package dev.assay.systems.nats.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.local.LocalDeployment;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ServerNode;
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
import dev.assay.model.spec.WrittenCount;
import dev.assay.systems.nats.NatsSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

public final class NatsSystem implements SystemPlugin<NatsSpec> {
    @Override
    public String name() {
        return "nats";
    }

    @Override
    public Class<NatsSpec> keys() {
        return NatsSpec.class;
    }

    @Override
    public List<String> irrelevantToDurability() {
        List<String> names = new ArrayList<>(List.of(
                "version",
                "client-version",
                "retention",
                "acknowledgement",
                "prefetch",
                "url",
                "monitor.url",
                "nkey.file"));
        names.addAll(Servers.KEYS);
        return List.copyOf(names);
    }

    @Override
    public void spellOut(Map<String, String> keys) {
        WrittenCount.of(keys, "nodes")
                .ifPresent(nodes -> keys.replace("replication", "0", Integer.toString(NatsSpec.replicationOn(nodes))));
    }

    @Override
    public Map<String, String> connection(NatsSpec existing, DurabilityLevel durability) {
        return connection(existing, existing.url(), existing.monitorUrl());
    }

    /** Finds the Service of the vendor's chart. One of its servers tells clients of the others. */
    @Override
    public FoundServers find(NatsSpec existing, KubernetesNamespace namespace) {
        KubernetesServers named = existing.servers().kubernetes();
        KubernetesNamespace.FoundService service = namespace.service(named.listener(), named.name());
        String login = named.user().isEmpty() ? "" : namespace.login(named.user());
        String url = service.url("nats", "nats", login).orElseThrow(() -> service.without("nats"));
        return new FoundServers(Map.of("url", url), Map.of());
    }

    @Override
    public Map<String, String> addressesToCome() {
        return Map.of("url", "nats://127.0.0.1:4222");
    }

    static Map<String, String> connection(NatsSpec spec, String urls, String monitorUrls) {
        Map<String, String> connection = new TreeMap<>();
        connection.put("url", urls);
        connection.put("monitor.url", monitorUrls);
        connection.put("nkey.file", spec.nkeyFile());
        connection.put("replication", Integer.toString(spec.copies()));
        connection.put("storage", spec.storage().toString());
        connection.put("retention", spec.retention().toString());
        connection.put("acknowledgement", spec.acknowledgement().toString());
        connection.put("prefetch", Integer.toString(spec.prefetch()));
        return connection;
    }

    /** Sets syncs in the servers' files, since they are a setting of servers, not of streams. */
    @Override
    public List<ServerFile> serverFiles(NatsSpec system, DurabilityLevel durability, Map<String, String> broker) {
        List<String> remarks = new ArrayList<>(
                List.of("Of each of %d servers, beside what places it; all else is the vendor's default."
                        .formatted(system.nodes())));
        system.disks().wanted().ifPresent(disks -> remarks.add("jetstream.store_dir: on " + disks));
        Map<String, String> settings = new TreeMap<>(system.serverSettings(durability));
        settings.putAll(broker);
        return List.of(ServerFile.ofLines("nats-server.conf", remarks, NatsNodeSettings.block(settings)));
    }

    @Override
    public List<ServerMetrics> metrics(List<ServerNode> nodes) {
        return nodes.stream()
                .<ServerMetrics>map(node -> new NatsServerMetrics(node.name(), () -> node.page("it has no such page")))
                .toList();
    }

    @Override
    public LocalNeeds needs(ClusterRequest request, AssayCache cache, ProgressListener progress) {
        NatsSpec spec = keys().cast(request.system());
        Map<String, String> broker = request.settings().broker();
        NatsServers servers = NatsServers.ofThisMachine();
        NatsNodeSettings settings = new NatsNodeSettings(spec, request.durability(), broker);
        return new LocalNeeds(
                NatsRecipe.freeBytes(spec),
                servers.fetches(spec.version(), cache, progress),
                broker.isEmpty()
                        ? Optional.empty()
                        : Optional.of(() -> NatsConfigurationCheck.run(
                                settings, servers.find(spec.version(), cache, progress), cache.unpacked())));
    }

    @Override
    public Cluster start(NatsSpec local, ClusterRequest request, DeploymentContext context) {
        NatsNodeSettings settings = new NatsNodeSettings(
                local, request.durability(), request.settings().broker());
        NatsServer server = NatsServers.ofThisMachine().find(local.version(), context.cache(), context.progress());
        return LocalDeployment.start(new NatsRecipe(local, settings, server).recipe(), request, context);
    }
}
