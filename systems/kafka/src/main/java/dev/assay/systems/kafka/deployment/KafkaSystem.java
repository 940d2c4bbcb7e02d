package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.jvm.JvmMetrics;
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
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.WrittenCount;
import dev.assay.systems.kafka.KafkaDurability;
import dev.assay.systems.kafka.KafkaSettingRules;
import dev.assay.systems.kafka.KafkaSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

public final class KafkaSystem implements SystemPlugin<KafkaSpec> {
    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public Class<KafkaSpec> keys() {
        return KafkaSpec.class;
    }

    @Override
    public List<String> irrelevantToDurability() {
        // Only existing clusters have a product, and nothing is verified on them.
        List<String> names = new ArrayList<>(
                List.of("version", "client-version", "acknowledgement", "heap", "bootstrap.servers", "product"));
        names.addAll(Servers.KEYS);
        return List.copyOf(names);
    }

    @Override
    public Map<String, String> settingsAt(DurabilityLevel level, int copies) {
        Map<String, String> settings = new TreeMap<>(KafkaDurability.topicSettings(level, copies));
        settings.put("acks", KafkaDurability.acks(level));
        return settings;
    }

    @Override
    public boolean topicsDelete(String setting, String value) {
        return new KafkaSettingRules().deletes(SettingGroup.TOPIC, setting, Map.of(setting, value));
    }

    @Override
    public void spellOut(Map<String, String> keys) {
        WrittenCount.of(keys, "nodes")
                .ifPresent(nodes -> keys.replace("replication", "0", Integer.toString(KafkaSpec.replicationOn(nodes))));
    }

    @Override
    public Map<String, String> connection(KafkaSpec existing, DurabilityLevel durability) {
        return connection(existing, existing.bootstrapServers());
    }

    @Override
    public FoundServers find(KafkaSpec existing, KubernetesNamespace namespace) {
        return Strimzi.find(existing.servers().kubernetes(), namespace);
    }

    @Override
    public Map<String, String> addressesToCome() {
        return Map.of("bootstrap.servers", "127.0.0.1:9092");
    }

    static Map<String, String> connection(KafkaSpec spec, String servers) {
        return Map.of(
                "bootstrap.servers",
                servers,
                "replication",
                Integer.toString(spec.effectiveReplication()),
                "acknowledgement",
                spec.acknowledgement().toString());
    }

    /** Returns the shared settings of brokers; levels are set by topics and producers, so that one cluster serves all of them. */
    @Override
    public List<ServerFile> serverFiles(KafkaSpec system, DurabilityLevel durability, Map<String, String> broker) {
        String heap = (system.heap().bytes() >> 20) + "m";
        List<String> remarks = new ArrayList<>(List.of(
                "Of each of %d brokers, beside what places it; all else is the vendor's default."
                        .formatted(system.nodes()),
                "KAFKA_HEAP_OPTS=\"-Xms%s -Xmx%s\"".formatted(heap, heap)));
        system.disks().wanted().ifPresent(disks -> remarks.add("log.dirs: a folder on each of " + disks));
        String strimzi = """
                # For Strimzi: to be merged into your Kafka resource.
                spec:
                  kafka:
                    jvmOptions:
                      "-Xms": "%s"
                      "-Xmx": "%s"
                    config:
                """.formatted(heap, heap);
        return List.of(
                ServerFile.ofLines("server.properties", remarks, broker),
                new ServerFile(
                        "strimzi.yaml",
                        broker.isEmpty()
                                ? strimzi.replace("    config:\n", "")
                                : strimzi + ServerFile.asYaml("      ", broker)));
    }

    @Override
    public List<ServerMetrics> metrics(List<ServerNode> nodes) {
        return nodes.stream()
                .<ServerMetrics>map(node -> JvmMetrics.of(node, new KafkaBrokerMetrics()))
                .toList();
    }

    @Override
    public LocalNeeds needs(ClusterRequest request, AssayCache cache, ProgressListener progress) {
        KafkaSpec spec = keys().cast(request.system());
        ArtifactCache artifacts = new ArtifactCache(cache, progress);
        return new LocalNeeds(
                KafkaRecipe.freeBytes(spec),
                Stream.of(spec.version(), request.upgrade())
                        .filter(version -> !version.isEmpty())
                        .map(version ->
                                artifacts.fetchOf(KafkaServerJars.of(version).query()))
                        .toList());
    }

    @Override
    public Cluster start(KafkaSpec local, ClusterRequest request, DeploymentContext context) {
        KafkaNodeSettings settings = new KafkaNodeSettings(
                local, request.durability(), request.settings().broker());
        KafkaJvm jvm = KafkaJvm.of(local.version(), context);
        KafkaJvm upgrade = request.upgrade().isEmpty() ? null : KafkaJvm.of(request.upgrade(), context);
        return LocalDeployment.start(new KafkaRecipe(local, settings, jvm, upgrade).recipe(), request, context);
    }
}
