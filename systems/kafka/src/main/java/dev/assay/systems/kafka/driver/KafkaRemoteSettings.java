package dev.assay.systems.kafka.driver;

import static dev.assay.driver.limit.ValueShapes.ADDRESSES;
import static dev.assay.driver.limit.ValueShapes.FILE;
import static dev.assay.driver.limit.ValueShapes.NUMBER;
import static dev.assay.driver.limit.ValueShapes.PEM;
import static dev.assay.driver.limit.ValueShapes.TEXT;
import static dev.assay.driver.limit.ValueShapes.TRUTH;
import static dev.assay.driver.limit.ValueShapes.WORDS;

import dev.assay.driver.limit.AllowedSettings;
import dev.assay.driver.limit.RemoteSettingsPolicy;
import dev.assay.driver.limit.ValueShape;
import dev.assay.driver.limit.ValueShapes;
import dev.assay.model.setting.SettingGroup;
import java.util.Map;
import java.util.Set;

/**
 * What the Kafka client can be told by a caller that is not the worker's owner. Left out on purpose: whatever names a class
 * ({@code *.class}, interceptors, reporters, assignors, {@code ssl.provider}) but the client's own partitioners, {@code config.providers},
 * which put files into values, Kerberos, which runs a command and logs in as the worker's owner, and files of assertions.
 */
final class KafkaRemoteSettings {
    private static final ValueShape HTTP = ValueShapes.urls("https", "http");
    private static final ValueShape STORE_TYPES = ValueShapes.oneOf(Set.of("JKS", "PKCS12", "PEM"));

    /** Not GSSAPI, which would log in as the worker's owner. */
    private static final ValueShape MECHANISMS =
            ValueShapes.oneOf(Set.of("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER"));

    /** All that the client itself has, of which the second ended with 3.9. They choose among the partitions of a message's topic, and take no settings. */
    private static final ValueShape PARTITIONERS = ValueShapes.oneOf(Set.of(
            "org.apache.kafka.clients.producer.RoundRobinPartitioner",
            "org.apache.kafka.clients.producer.UniformStickyPartitioner"));

    static final String PARTITIONER = "partitioner.class";

    private static final AllowedSettings NETWORK = AllowedSettings.NONE
            .with(
                    NUMBER,
                    "connections.max.idle.ms",
                    "default.api.timeout.ms",
                    "metadata.max.age.ms",
                    "metadata.recovery.rebootstrap.trigger.ms",
                    "metrics.num.samples",
                    "metrics.sample.window.ms",
                    "receive.buffer.bytes",
                    "reconnect.backoff.max.ms",
                    "reconnect.backoff.ms",
                    "request.timeout.ms",
                    "retries",
                    "retry.backoff.max.ms",
                    "retry.backoff.ms",
                    "send.buffer.bytes",
                    "socket.connection.setup.timeout.max.ms",
                    "socket.connection.setup.timeout.ms")
            .with(TRUTH, "enable.metrics.push")
            .with(
                    WORDS,
                    "client.dns.lookup",
                    "metadata.recovery.strategy",
                    "metrics.recording.level",
                    "security.protocol")
            .with(TEXT, "client.id");

    private static final AllowedSettings TLS = NETWORK.with(
                    WORDS,
                    "ssl.cipher.suites",
                    "ssl.enabled.protocols",
                    "ssl.endpoint.identification.algorithm",
                    "ssl.keymanager.algorithm",
                    "ssl.protocol",
                    "ssl.secure.random.implementation",
                    "ssl.trustmanager.algorithm")
            .with(STORE_TYPES, "ssl.keystore.type", "ssl.truststore.type")
            .with(TEXT, "ssl.key.password", "ssl.keystore.password", "ssl.truststore.password")
            .with(PEM, "ssl.keystore.certificate.chain", "ssl.keystore.key", "ssl.truststore.certificates")
            .with(FILE, "ssl.keystore.location", "ssl.truststore.location");

    private static final AllowedSettings COMMON = TLS.with(MECHANISMS, "sasl.mechanism")
            .with(new JaasShape(), "sasl.jaas.config")
            .with(
                    NUMBER,
                    "sasl.login.connect.timeout.ms",
                    "sasl.login.read.timeout.ms",
                    "sasl.login.refresh.buffer.seconds",
                    "sasl.login.refresh.min.period.seconds",
                    "sasl.login.refresh.window.factor",
                    "sasl.login.refresh.window.jitter",
                    "sasl.login.retry.backoff.max.ms",
                    "sasl.login.retry.backoff.ms",
                    "sasl.oauthbearer.clock.skew.seconds",
                    "sasl.oauthbearer.jwks.endpoint.refresh.ms",
                    "sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms",
                    "sasl.oauthbearer.jwks.endpoint.retry.backoff.ms")
            .with(TRUTH, "sasl.oauthbearer.header.urlencode")
            .with(
                    TEXT,
                    "sasl.oauthbearer.client.credentials.client.id",
                    "sasl.oauthbearer.client.credentials.client.secret",
                    "sasl.oauthbearer.expected.audience",
                    "sasl.oauthbearer.expected.issuer",
                    "sasl.oauthbearer.scope",
                    "sasl.oauthbearer.scope.claim.name",
                    "sasl.oauthbearer.sub.claim.name")
            .with(HTTP, "sasl.oauthbearer.jwks.endpoint.url", "sasl.oauthbearer.token.endpoint.url");

    private static final AllowedSettings PRODUCER = COMMON.with(
                    NUMBER,
                    "batch.size",
                    "buffer.memory",
                    "compression.gzip.level",
                    "compression.lz4.level",
                    "compression.zstd.level",
                    "delivery.timeout.ms",
                    "linger.ms",
                    "max.block.ms",
                    "max.in.flight.requests.per.connection",
                    "max.request.size",
                    "metadata.max.idle.ms",
                    "partitioner.availability.timeout.ms",
                    "transaction.timeout.ms")
            .with(
                    TRUTH,
                    "enable.idempotence",
                    "partitioner.adaptive.partitioning.enable",
                    "partitioner.ignore.keys",
                    "transaction.two.phase.commit.enable")
            .with(WORDS, "acks", "compression.type")
            .with(PARTITIONERS, PARTITIONER);

    private static final AllowedSettings CONSUMER = COMMON.with(
                    NUMBER,
                    "auto.commit.interval.ms",
                    "fetch.max.bytes",
                    "fetch.max.wait.ms",
                    "fetch.min.bytes",
                    "heartbeat.interval.ms",
                    "max.partition.fetch.bytes",
                    "max.poll.interval.ms",
                    "max.poll.records",
                    "session.timeout.ms")
            .with(TRUTH, "allow.auto.create.topics", "check.crcs", "enable.auto.commit", "exclude.internal.topics")
            .with(
                    WORDS,
                    "auto.offset.reset",
                    "group.protocol",
                    "group.remote.assignor",
                    "isolation.level",
                    "share.acknowledgement.mode",
                    "share.acquire.mode")
            .with(TEXT, "client.rack");

    /** Of all of these. */
    static final RemoteSettingsPolicy LIMITS = new RemoteSettingsPolicy(
            AllowedSettings.NONE.with(ADDRESSES, "bootstrap.servers").with(NUMBER, "replication"),
            Map.of(
                    SettingGroup.CLIENT, COMMON,
                    SettingGroup.PRODUCER, PRODUCER,
                    SettingGroup.CONSUMER, CONSUMER,
                    // The client passes them on; what they name is the servers'.
                    SettingGroup.TOPIC, AllowedSettings.NONE.with(TEXT, KafkaClientNames.topicNames())));

    private KafkaRemoteSettings() {}
}
