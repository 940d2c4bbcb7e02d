package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import dev.assay.testing.tls.Certificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connects to an existing node over TLS, by AMQP, streams and management alike. */
@Tag("server")
@Tag("slow")
class SecuredRabbitMqTest {
    private static final int MESSAGES = 200;
    private static final RabbitMqSpec ONE_NODE = new RabbitMqSpec(
            RabbitMqSpec.INSTALLED,
            "5.37.0",
            "1.11.0",
            1,
            QueueKind.QUORUM,
            RabbitMqSpec.Exchange.DIRECT,
            true,
            RabbitMqSpec.Acknowledgement.MANUAL,
            1_000,
            5_000,
            new ByteSize(1L << 30),
            "",
            "",
            "",
            Servers.LOCAL);

    @TempDir
    static Path folder;

    private static ProcessSupervisor supervisor;
    private static Cluster cluster;
    private static Certificates certificates;
    private static List<Integer> ports;

    @BeforeAll
    static void startANodeWithTls() throws Exception {
        AssayCache cache = AssayCache.standard();
        certificates = Certificates.in(folder);
        ports = threeFreePorts();
        supervisor = ProcessSupervisor.open(cache.leases());
        cluster = new SystemDeployment(cache, supervisor, ProgressListener.SILENT)
                .start(new ClusterRequest(
                        ONE_NODE,
                        new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), tls()),
                        DurabilityLevel.LEVEL_4,
                        ClusterFolders.of(Path.of("target", "secured-rabbitmq-logs"), cache)));
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
        supervisor.close();
    }

    private static List<Integer> threeFreePorts() throws IOException {
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        try (ServerSocket one = new ServerSocket(0, 1, loopback);
                ServerSocket two = new ServerSocket(0, 1, loopback);
                ServerSocket three = new ServerSocket(0, 1, loopback)) {
            return List.of(one.getLocalPort(), two.getLocalPort(), three.getLocalPort());
        }
    }

    private static Map<String, String> tls() {
        Map<String, String> settings = new TreeMap<>();
        settings.put("listeners.ssl.1", "127.0.0.1:" + ports.get(0));
        settings.put("stream.listeners.ssl.1", "127.0.0.1:" + ports.get(1));
        settings.put("stream.advertised_tls_port", Integer.toString(ports.get(1)));
        settings.put("management.ssl.ip", "127.0.0.1");
        settings.put("management.ssl.port", Integer.toString(ports.get(2)));
        for (String prefix : List.of("ssl_options.", "management.ssl.")) {
            settings.put(prefix + "cacertfile", certificates.authority().toString());
            settings.put(prefix + "certfile", certificates.certificate().toString());
            settings.put(prefix + "keyfile", certificates.key().toString());
        }
        settings.put("ssl_options.verify", "verify_none");
        return settings;
    }

    private static Driver open(QueueKind kind, Map<String, String> client) throws DriverException {
        return open("127.0.0.1", kind, client);
    }

    private static Driver open(String host, QueueKind kind, Map<String, String> client) throws DriverException {
        if (kind == QueueKind.MIRRORED) {
            RabbitMqUnderTest.assumeMirroredQueues(cluster.serverVersion().orElse(""));
        }
        Map<String, String> connection = new HashMap<>(cluster.connection());
        connection.put("queue", kind.toString());
        connection.put("uri", "amqps://guest:guest@" + host + ":" + ports.get(0) + "/%2f");
        connection.put("stream.uri", "rabbitmq-stream+tls://guest:guest@127.0.0.1:" + ports.get(1) + "/%2f");
        connection.put("admin.url", "https://guest:guest@127.0.0.1:" + ports.get(2));
        return new RabbitMqProvider()
                .open(new DriverConfig(
                        connection,
                        DurabilityLevel.LEVEL_4,
                        new Batching(Duration.ofMillis(1), new ByteSize(128 << 10)),
                        new VendorSettings(client, Map.of(), Map.of(), Map.of(), Map.of())));
    }

    private static Map<String, String> trusting(Certificates whom) {
        return Map.of(
                "ssl.trust.store", whom.trustStore().toString(), "ssl.trust.store.password", Certificates.PASSWORD);
    }

    @ParameterizedTest
    @EnumSource
    void messagesGoBothWaysWithATrustStoreByTheClientsOwnNames(QueueKind kind) throws Exception {
        TopicSpec topic = new TopicSpec("secured-" + kind, 2, List.of("s"));
        try (Driver driver = open(kind, trusting(certificates))) {
            driver.createTopics(List.of(topic));
            CountDownLatch received = new CountDownLatch(MESSAGES);
            driver.openConsumer(topic, "s", new Countdown(received));
            DriverProducer producer = driver.openProducer(topic);
            Outcomes outcomes = new Outcomes();
            for (int number = 1; number <= MESSAGES; number++) {
                producer.send(new byte[100], null, outcomes.pendingSend(number));
            }
            assertThat(received.await(60, TimeUnit.SECONDS))
                    .as("%d messages received, failed: %s", MESSAGES, outcomes.failed())
                    .isTrue();
            Map<String, String> reported = driver.effectiveConfig().groups().getOrDefault("topic", Map.of());
            assertThat(reported).containsKey("leaders (queues each)");
            driver.deleteTopics(List.of(topic));
        }
    }

    @Test
    void aServerThatVerifiesNothingIsRefusedWithTheReason() {
        assertThatThrownBy(() -> open(QueueKind.QUORUM, Map.of()))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("connecting to RabbitMQ at amqps://127.0.0.1:" + ports.get(0))
                .hasMessageContaining("unable to find valid certification path")
                .hasMessageNotContaining("guest");
    }

    @Test
    void aCertificateOfAnotherHostIsRefused() {
        assertThatThrownBy(() -> open("localhost", QueueKind.QUORUM, trusting(certificates)))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("amqps://localhost:" + ports.get(0))
                .hasMessageContaining("No name matching localhost found");
    }

    @ParameterizedTest
    @EnumSource(names = {"MIRRORED", "STREAM"})
    void anyCertificateWillDoWhereSettingsSaySo(QueueKind kind) throws Exception {
        TopicSpec topic = new TopicSpec("anybody-" + kind, 1, List.of("s"));
        try (Driver driver = open(kind, Map.of("ssl.validate.server.certificate", "false"))) {
            driver.createTopics(List.of(topic));
            driver.openProducer(topic).close();
            driver.deleteTopics(List.of(topic));
        }
    }

    private record Countdown(CountDownLatch received) implements MessageListener {
        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            received.countDown();
        }

        @Override
        public void onError(Throwable cause) {
            throw new AssertionError(cause);
        }
    }
}
