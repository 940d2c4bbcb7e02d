package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.jvm.JvmMetrics;
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
import dev.assay.model.spec.WrittenCount;
import dev.assay.systems.pulsar.PulsarSpec;
import dev.assay.systems.pulsar.PulsarSpec.Quorums;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public final class PulsarSystem implements SystemPlugin<PulsarSpec> {
    /** The key of a token in the chart's Secrets of users. */
    private static final String TOKEN = "TOKEN";

    @Override
    public String name() {
        return "pulsar";
    }

    @Override
    public Class<PulsarSpec> keys() {
        return PulsarSpec.class;
    }

    @Override
    public List<String> irrelevantToDurability() {
        List<String> names = new ArrayList<>(List.of(
                "version",
                "client-version",
                "heap",
                "bookie-heap",
                "service.url",
                "admin.url",
                "tenant",
                "subscription-type"));
        names.addAll(Servers.KEYS);
        return List.copyOf(names);
    }

    @Override
    public void spellOut(Map<String, String> keys) {
        Optional<Integer> bookies = WrittenCount.of(keys, "bookies");
        Optional<Integer> ensemble = WrittenCount.of(keys, "ensemble");
        Optional<Integer> write = WrittenCount.of(keys, "write-quorum");
        if (bookies.isPresent() && ensemble.isPresent() && write.isPresent()) {
            Quorums meant = new Quorums(ensemble.get(), write.get(), 0).on(bookies.get());
            keys.put("ensemble", Integer.toString(meant.ensemble()));
            keys.put("write-quorum", Integer.toString(meant.write()));
        }
    }

    @Override
    public Map<String, String> connection(PulsarSpec existing, DurabilityLevel durability) {
        return connection(existing.serviceUrl(), existing.adminUrl(), existing, durability);
    }

    @Override
    public Map<String, String> addressesToCome() {
        return Map.of("service.url", "pulsar://127.0.0.1:6650", "admin.url", "http://127.0.0.1:8080");
    }

    static Map<String, String> connection(
            String serviceUrl, String adminUrl, PulsarSpec spec, DurabilityLevel durability) {
        PulsarSpec.Quorums quorums = spec.quorums(durability);
        return Map.of(
                "service.url", serviceUrl,
                "admin.url", adminUrl,
                "tenant", spec.tenant(),
                "ensemble", Integer.toString(quorums.ensemble()),
                "write-quorum", Integer.toString(quorums.write()),
                "ack-quorum", Integer.toString(quorums.ack()),
                "subscription-type", spec.subscriptionType().name());
    }

    /** Finds a Service of the project's chart: pods reach brokers directly, others through proxies only. */
    @Override
    public FoundServers find(PulsarSpec existing, KubernetesNamespace namespace) {
        KubernetesServers named = existing.servers().kubernetes();
        KubernetesNamespace.FoundService service =
                namespace.service(named.listener(), named.name() + (namespace.inside() ? "-broker" : "-proxy"));
        String serviceUrl = service.url("pulsar", "pulsar", "")
                .or(() -> service.url("pulsarssl", "pulsar+ssl", ""))
                .orElseThrow(() -> service.without("pulsar or pulsarssl"));
        String adminUrl = service.url("http", "http", "")
                .or(() -> service.url("https", "https", ""))
                .orElseThrow(() -> service.without("http or https"));
        return new FoundServers(
                Map.of("service.url", serviceUrl, "admin.url", adminUrl),
                named.user().isEmpty() ? Map.of() : token(namespace.secret(named.user(), TOKEN)));
    }

    private static Map<String, String> token(Map<String, String> secret) {
        return Map.of(
                "authPluginClassName",
                "org.apache.pulsar.client.impl.auth.AuthenticationToken",
                "authParams",
                "token:" + secret.get(TOKEN));
    }

    /** Reads garbage collections of all its JVMs, and the journals of bookies. */
    @Override
    public List<ServerMetrics> metrics(List<ServerNode> nodes) {
        List<ServerMetrics> metrics = new ArrayList<>();
        for (ServerNode node : nodes) {
            metrics.add(JvmMetrics.of(node, JvmMetrics.BeanMetrics.NONE));
            if (Role.BOOKIE.isOf(node.name())) {
                metrics.add(new ExpositionMetrics(
                        node.name(),
                        () -> node.page("it was started with its journal metrics turned off"),
                        new BookieJournalMetrics()));
            }
        }
        return List.copyOf(metrics);
    }

    @Override
    public List<ServerFile> serverFiles(PulsarSpec system, DurabilityLevel durability, Map<String, String> broker) {
        return new PulsarServerFiles(system, durability, broker).files();
    }

    @Override
    public LocalNeeds needs(ClusterRequest request, AssayCache cache, ProgressListener progress) {
        PulsarSpec spec = keys().cast(request.system());
        ArtifactCache artifacts = new ArtifactCache(cache, progress);
        return new LocalNeeds(
                PulsarRecipe.freeBytes(spec), List.of(artifacts.fetchOf(PulsarDistribution.query(spec.version()))));
    }

    @Override
    public Cluster start(PulsarSpec local, ClusterRequest request, DeploymentContext context) {
        PulsarDistribution distribution = PulsarDistribution.of(local.version(), context.cache(), context.progress());
        PulsarNodeSettings settings = new PulsarNodeSettings(
                local, request.durability(), distribution, request.settings().broker());
        PulsarJvm jvm =
                new PulsarJvm(context.cache(), distribution, request.folders().logs(), context.progress());
        return LocalDeployment.start(new PulsarRecipe(local, settings, jvm).recipe(), request, context);
    }
}
