package dev.assay.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.entry;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.system.FoundServers;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.KubernetesServers;
import dev.assay.model.spec.TrialSpec;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds servers by the objects of operators and charts, as in their sources. */
@EnableKubernetesMockClient(crud = true)
@SuppressWarnings("NullAway.Init") // The extension sets the fields.
class NamedServersTest {
    private static final String KAFKA = """
            apiVersion: kafka.strimzi.io/v1
            kind: Kafka
            metadata: { name: my-cluster, namespace: test }
            spec:
              kafka:
                listeners:
                  - { name: plain, port: 9092, type: internal, tls: false }
                  - { name: tls, port: 9093, type: internal, tls: true, authentication: { type: tls } }
                  - { name: nodes, port: 9094, type: nodeport, tls: true, authentication: { type: scram-sha-512 } }
                  - { name: new, port: 9095, type: cluster-ip, tls: false }
            status:
              listeners:
                - { name: tls, bootstrapServers: "my-cluster-kafka-bootstrap.test.svc:9093", certificates: [ca-of-tls] }
                - name: nodes
                  bootstrapServers: 192.0.2.7:31000
                  certificates: [ca-1, ca-2]
                - { name: plain, bootstrapServers: "my-cluster-kafka-bootstrap.test.svc:9092" }
            """;

    KubernetesMockServer server;
    KubernetesClient client;

    @Test
    void aListenerOfStrimziIsFoundWithThoseWhoVouchForItAndWhatClientsLogInWith() throws Exception {
        kafka();
        secret("bench", "password: cHc=, sasl.jaas.config: amFhcw==");
        secret("carol", "user.crt: Y2VydA==, user.key: a2V5");

        FoundServers outside = find(false, "kafka", "name: my-cluster, user: bench");
        assertThat(outside.connection()).containsOnly(entry("bootstrap.servers", "192.0.2.7:31000"));
        assertThat(outside.client())
                .containsOnly(
                        entry("security.protocol", "SASL_SSL"),
                        entry("sasl.mechanism", "SCRAM-SHA-512"),
                        entry("sasl.jaas.config", "jaas"),
                        entry("ssl.truststore.type", "PEM"),
                        entry("ssl.truststore.certificates", "ca-1\nca-2"));
        assertThat(find(true, "kafka", "name: my-cluster, listener: tls, user: carol")
                        .client())
                .containsOnly(
                        entry("security.protocol", "SSL"),
                        entry("ssl.keystore.type", "PEM"),
                        entry("ssl.keystore.key", "key"),
                        entry("ssl.keystore.certificate.chain", "cert"),
                        entry("ssl.truststore.type", "PEM"),
                        entry("ssl.truststore.certificates", "ca-of-tls"));
        FoundServers plain = find(true, "kafka", "name: my-cluster, listener: plain");
        assertThat(plain.connection())
                .containsOnly(entry("bootstrap.servers", "my-cluster-kafka-bootstrap.test.svc:9092"));
        assertThat(plain.client()).containsOnly(entry("security.protocol", "PLAINTEXT"));
        assertThat(outside.toString()).doesNotContain("ca-1", "192.0.2.7");
    }

    /** The user may have a tunnel. */
    @Test
    void aListenerThatIsNamedIsTakenFromAnywhere() throws Exception {
        kafka();
        assertThat(find(false, "kafka", "name: my-cluster, listener: plain").connection())
                .containsOnly(entry("bootstrap.servers", "my-cluster-kafka-bootstrap.test.svc:9092"));
    }

    @Test
    void whatIsMissingOfStrimziIsNamed() {
        assertThat(refusal(false, "kafka", "name: my-cluster"))
                .hasMessageContaining("has no resources of kafka.strimzi.io, so nothing there runs 'my-cluster'");
        kafka();
        assertThat(refusal(false, "kafka", "name: other"))
                .hasMessage(
                        "namespace test has no 'other' among its kafkas; 'kubectl get kafkas --namespace test' lists those that it has");
        assertThat(refusal(false, "kafka", "name: my-cluster, listener: lan"))
                .hasMessage(
                        "the Kafka 'my-cluster' in namespace test has no listener lan; it has: plain (internal), tls (internal), nodes (nodeport), new (cluster-ip)");
        assertThat(refusal(true, "kafka", "name: my-cluster"))
                .hasMessageContaining("has more than one listener that pods reach; name one as kubernetes.listener.")
                .hasMessageContaining("plain (internal)");
        assertThat(refusal(true, "kafka", "name: my-cluster, listener: new"))
                .hasMessageContaining("Strimzi has told no address of the listener new")
                .extracting(DeploymentException::exitCode)
                .isEqualTo(ExitCode.SYSTEM_UNDER_TEST);
        assertThat(refusal(false, "kafka", "name: my-cluster, user: nobody"))
                .hasMessageContaining("namespace test has no 'nobody' among its secrets");
        secret("wrong", "username: dQ==");
        assertThat(refusal(false, "kafka", "name: my-cluster, user: wrong"))
                .hasMessageContaining("the Secret 'wrong' has neither sasl.jaas.config nor user.key");
    }

    @Test
    void workersOutsideAreGivenNoListenerThatOnlyPodsReach() {
        kafka(KAFKA.replace("type: nodeport", "type: internal"));
        assertThat(refusal(false, "kafka", "name: my-cluster"))
                .hasMessageContaining(
                        "has no listener that workers outside of Kubernetes reach; name one as kubernetes.listener, or run with --workers-on kubernetes. It has: plain (internal), tls (internal), nodes (internal)");
    }

    @Test
    void whatMayNotBeReadIsNamedWithTheRuleThatAllowsIt() {
        kafka();
        answer(
                "/api/v1/namespaces/test/secrets/bench",
                403,
                new StatusBuilder()
                        .withCode(403)
                        .withMessage("secrets \"bench\" is forbidden")
                        .build());
        assertThat(refusal(false, "kafka", "name: my-cluster, user: bench"))
                .hasMessageContaining(
                        "you may not get 'bench' of the secrets in namespace test (secrets \"bench\" is forbidden)")
                .hasMessageEndingWith("  - { apiGroups: [\"\"], resources: [secrets], verbs: [get] }")
                .extracting(DeploymentException::exitCode)
                .isEqualTo(ExitCode.ENVIRONMENT);
    }

    @Test
    void rabbitMqIsFoundByItsServiceAndItsDefaultUser() throws Exception {
        service("my-rabbit", "ClusterIP", "{ name: amqp, port: 5672 }, { name: management, port: 15672 }", "");
        secret("my-rabbit-default-user", "username: ZGVm, password: cEBzcw==");

        FoundServers servers = find(true, "rabbitmq", "name: my-rabbit");
        assertThat(servers.connection())
                .containsOnly(
                        entry("uri", "amqp://def:p%40ss@my-rabbit.test.svc:5672"),
                        entry("admin.url", "http://def:p%40ss@my-rabbit.test.svc:15672"));
        assertThat(refusal(false, "rabbitmq", "name: my-rabbit"))
                .hasMessageContaining("the Service 'my-rabbit' in namespace test is a ClusterIP without the address");

        service("lan", "LoadBalancer", "{ name: amqps, port: 5671 }, { name: streams, port: 5551 }", "ip: 192.0.2.9");
        assertThat(find(false, "rabbitmq", "name: my-rabbit, listener: lan").connection())
                .containsOnly(
                        entry("uri", "amqps://def:p%40ss@192.0.2.9:5671"),
                        entry("stream.uri", "rabbitmq-stream+tls://def:p%40ss@192.0.2.9:5551"));
        secret("half", "username: dQ==");
        assertThat(refusal(true, "rabbitmq", "name: my-rabbit, user: half"))
                .hasMessageContaining("the Secret 'half' in namespace test has no password");
        service("bare", "ClusterIP", "{ name: prometheus, port: 15692 }", "");
        assertThat(refusal(true, "rabbitmq", "name: my-rabbit, listener: bare"))
                .hasMessage("the Service 'bare' has no port called amqp or amqps; its ports: prometheus");
    }

    @Test
    void podsTalkToPulsarsBrokersAndOthersToItsProxies() throws Exception {
        service("p-broker", "ClusterIP", "{ name: http, port: 8080 }, { name: tcp-pulsar, port: 6650 }", "");
        service(
                "p-proxy",
                "LoadBalancer",
                "{ name: https, port: 443 }, { name: pulsarssl, port: 6651 }",
                "hostname: lb.example.com");
        secret("p-token-admin", "TOKEN: dG9r");

        assertThat(find(true, "pulsar", "name: p"))
                .isEqualTo(new FoundServers(
                        Map.of(
                                "service.url",
                                "pulsar://p-broker.test.svc:6650",
                                "admin.url",
                                "http://p-broker.test.svc:8080"),
                        Map.of()));
        FoundServers outside = find(false, "pulsar", "name: p, user: p-token-admin");
        assertThat(outside.connection())
                .containsOnly(
                        entry("service.url", "pulsar+ssl://lb.example.com:6651"),
                        entry("admin.url", "https://lb.example.com:443"));
        assertThat(outside.client()).containsEntry("authParams", "token:tok").hasSize(2);
    }

    @Test
    void natsIsFoundByItsService() throws Exception {
        service("nats", "ClusterIP", "{ name: nats, port: 4222 }", "");
        secret("bench", "username: dQ==, password: cA==");

        assertThat(find(true, "nats", "name: nats").connection())
                .containsOnly(entry("url", "nats://nats.test.svc:4222"));
        assertThat(find(true, "nats", "name: nats, user: bench").connection())
                .containsOnly(entry("url", "nats://u:p@nats.test.svc:4222"));
    }

    /** The coordinator of a run in pods may not ask, and reads servers from a file of its Secret. */
    @Test
    void aCoordinatorInAPodIsToldWhatWasFound(@TempDir Path folder) throws Exception {
        KubernetesServers named = new KubernetesServers("k", "", "", "tls", "bench", "", "");
        FoundServers servers =
                new FoundServers(Map.of("url", "nats://a"), Map.of("sasl.jaas.config", "canary-of-a-pod"));
        Path file = folder.resolve("servers.json");
        Files.writeString(file, new NamedServers.Known(Map.of(named.toString(), servers)).text());

        System.setProperty(NamedServers.FILE, file.toString());
        try {
            assertThat(new NamedServers().find(named, _ -> {
                        throw new AssertionError("asked");
                    }))
                    .isEqualTo(servers);
            assertThat(ProcessRedactor.known().masked("login with canary-of-a-pod"))
                    .doesNotContain("canary");
            assertThatThrownBy(() -> new NamedServers().find(KubernetesServers.NONE, _ -> servers))
                    .isInstanceOf(IllegalStateException.class);
        } finally {
            System.clearProperty(NamedServers.FILE);
        }
    }

    private FoundServers find(boolean inside, String system, String names) throws ScenarioException {
        return SystemDeployment.find(trial(system, names), new NamespaceReader(client, inside));
    }

    private DeploymentException refusal(boolean inside, String system, String names) {
        return catchThrowableOfType(DeploymentException.class, () -> find(inside, system, names));
    }

    private static TrialSpec trial(String system, String names) throws ScenarioException {
        String text = "name: x\ndurability: level-4\nsystems: { %s: { deployment: existing, kubernetes: { %s } } }\n"
                .formatted(system, names);
        return ScenarioFile.read("x.yaml", text, List.of(), Set.of())
                .points()
                .getFirst()
                .spec();
    }

    private void kafka() {
        kafka(KAFKA);
    }

    private void kafka(String yaml) {
        answer("/apis/kafka.strimzi.io", 200, Serialization.unmarshal("""
                name: kafka.strimzi.io
                preferredVersion: { groupVersion: kafka.strimzi.io/v1, version: v1 }
                versions: [{ groupVersion: kafka.strimzi.io/v1, version: v1 }]
                """, APIGroup.class));
        answer(
                "/apis/kafka.strimzi.io/v1/namespaces/test/kafkas/my-cluster",
                200,
                Serialization.unmarshal(yaml, GenericKubernetesResource.class));
    }

    private void answer(String path, int code, Object body) {
        server.expect().get().withPath(path).andReturn(code, body).always();
    }

    /** @param data in base 64 */
    private void secret(String name, String data) {
        client.resource("""
                apiVersion: v1
                kind: Secret
                metadata: { name: %s, namespace: test }
                data: { %s }
                """.formatted(name, data)).create();
    }

    /** @param ingress empty where there is no load balancer */
    private void service(String name, String type, String ports, String ingress) {
        client.resource("""
                apiVersion: v1
                kind: Service
                metadata: { name: %s, namespace: test }
                spec: { type: %s, ports: [%s] }
                status: { loadBalancer: { ingress: [%s] } }
                """.formatted(name, type, ports, ingress.isEmpty() ? "" : "{ " + ingress + " }"))
                .create();
    }
}
