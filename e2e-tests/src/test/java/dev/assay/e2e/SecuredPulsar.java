package dev.assay.e2e;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.FreePorts;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.pulsar.PulsarSpec;
import dev.assay.testing.tls.Certificates;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Starts an existing Pulsar cluster for tests. Its ports with TLS authenticate by token; {@code bench} may do
 * everything with the tenant {@code bench}, and nothing else. The other ports need no authentication.
 */
final class SecuredPulsar implements AutoCloseable {
    static final String TENANT = "bench";
    static final String THEIR_NAMESPACE = TENANT + "/theirs";
    static final String THEIR_TOPIC = "persistent://" + THEIR_NAMESPACE + "/orders";

    private static final PulsarSpec ONE_NODE = new PulsarSpec(
            "4.0.8",
            "4.2.4",
            1,
            1,
            PulsarSpec.Placement.TOGETHER,
            new ByteSize(256 << 20),
            new ByteSize(192 << 20),
            0,
            0,
            0,
            PulsarSpec.SubscriptionType.FAILOVER,
            "public",
            "",
            "",
            Servers.LOCAL);
    private static final byte[] KEY = "a key of 256 bits or of some more".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern NAME = Pattern.compile("\"([^\"]+)\"");

    private final ProcessSupervisor supervisor;
    private final Cluster cluster;
    private final List<Integer> ports;
    private final HttpClient http = HttpClient.newHttpClient();

    private SecuredPulsar(ProcessSupervisor supervisor, Cluster cluster, List<Integer> ports) {
        this.supervisor = supervisor;
        this.cluster = cluster;
        this.ports = ports;
    }

    static SecuredPulsar start(Path folder, Certificates certificates) throws Exception {
        AssayCache cache = AssayCache.standard();
        ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
        try {
            List<Integer> ports = FreePorts.RANDOM.take(2);
            VendorSettings settings =
                    new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), settings(certificates, ports));
            Cluster cluster = new SystemDeployment(cache, supervisor, ProgressListener.SILENT)
                    .start(new ClusterRequest(
                            ONE_NODE, settings, DurabilityLevel.LEVEL_2, ClusterFolders.of(folder, cache)));
            SecuredPulsar pulsar = new SecuredPulsar(supervisor, cluster, ports);
            pulsar.awaitReady();
            return pulsar;
        } catch (Exception | Error e) {
            supervisor.close();
            throw e;
        }
    }

    private static Map<String, String> settings(Certificates certificates, List<Integer> ports) {
        return Map.ofEntries(
                Map.entry("brokerServicePortTls", ports.get(0).toString()),
                Map.entry("webServicePortTls", ports.get(1).toString()),
                Map.entry("tlsCertificateFilePath", certificates.certificate().toString()),
                Map.entry("tlsKeyFilePath", certificates.key().toString()),
                Map.entry("tlsTrustCertsFilePath", certificates.authority().toString()),
                Map.entry("authenticationEnabled", "true"),
                Map.entry(
                        "authenticationProviders",
                        "org.apache.pulsar.broker.authentication.AuthenticationProviderToken"),
                Map.entry(
                        "tokenSecretKey", "data:;base64," + Base64.getEncoder().encodeToString(KEY)),
                Map.entry("authorizationEnabled", "true"),
                Map.entry("superUserRoles", "anybody"),
                Map.entry("anonymousUserRole", "anybody"));
    }

    private void awaitReady() throws Exception {
        put("tenants/" + TENANT, "{\"adminRoles\": [\"bench\"], \"allowedClusters\": [\"assay\"]}");
        put("namespaces/" + THEIR_NAMESPACE, "");
        put("persistent/" + THEIR_NAMESPACE + "/orders/partitions", "2");
    }

    /** Returns the token of {@code bench}: a JSON Web Token (RFC 7519), signed with HMAC and SHA-256. */
    static String token() throws Exception {
        String signed = base64("{\"alg\":\"HS256\"}") + "." + base64("{\"sub\":\"bench\"}");
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        return signed + "." + base64(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String base64(String text) {
        return base64(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    String serviceUrl() {
        return "pulsar+ssl://127.0.0.1:" + ports.get(0);
    }

    String adminUrl() {
        return "https://127.0.0.1:" + ports.get(1);
    }

    /** Returns the tenant's namespaces and their topics. */
    Set<String> contents() throws Exception {
        Set<String> contents = new TreeSet<>();
        for (String namespace : names("namespaces/" + TENANT)) {
            contents.add(namespace);
            contents.addAll(names("persistent/" + namespace + "/partitioned"));
        }
        return contents;
    }

    private List<String> names(String path) throws Exception {
        String answer = ask(request(path).GET());
        return NAME.matcher(answer).results().map(found -> found.group(1)).toList();
    }

    private void put(String path, String body) throws Exception {
        ask(request(path).header("Content-Type", "application/json").PUT(BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(cluster.connection().get("admin.url") + "/admin/v2/" + path));
    }

    private String ask(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new AssertionError(answer + ": " + answer.body());
        }
        return answer.body();
    }

    @Override
    public void close() {
        http.close();
        cluster.close();
        supervisor.close();
    }
}
