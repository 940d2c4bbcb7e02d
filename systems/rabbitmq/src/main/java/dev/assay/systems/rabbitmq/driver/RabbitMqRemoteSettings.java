package dev.assay.systems.rabbitmq.driver;

import static dev.assay.driver.limit.ValueShapes.FILE;
import static dev.assay.driver.limit.ValueShapes.NUMBER;
import static dev.assay.driver.limit.ValueShapes.TEXT;
import static dev.assay.driver.limit.ValueShapes.TRUTH;
import static dev.assay.driver.limit.ValueShapes.WORDS;

import dev.assay.driver.limit.AllowedSettings;
import dev.assay.driver.limit.RemoteSettingsPolicy;
import dev.assay.driver.limit.ValueShape;
import dev.assay.driver.limit.ValueShapes;
import dev.assay.model.setting.SettingGroup;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.QueueSettings;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the RabbitMQ clients can be told by a caller that is not the worker's owner. None of their settings names a class or a
 * command; stores of keys and certificates are files.
 */
final class RabbitMqRemoteSettings {
    private static final ValueShape STORE_TYPES = ValueShapes.oneOf(Set.of("JKS", "PKCS12"));
    private static final ValueShape AMQP = ValueShapes.urls("amqp", "amqps");
    private static final ValueShape STREAM = ValueShapes.urls("rabbitmq-stream", "rabbitmq-stream+tls");
    private static final ValueShape HTTP = ValueShapes.urls("http", "https");

    private static final AllowedSettings CONNECTIONS = AllowedSettings.NONE
            .with(
                    NUMBER,
                    "channel.rpc.timeout",
                    "connection.channel.max",
                    "connection.frame.max",
                    "connection.heartbeat",
                    "connection.recovery.interval",
                    "connection.timeout",
                    "handshake.timeout",
                    "nio.nb.io.threads",
                    "nio.read.byte.buffer.size",
                    "nio.write.byte.buffer.size",
                    "nio.write.enqueuing.timeout.in.ms",
                    "nio.write.queue.capacity",
                    "port",
                    "shutdown.timeout")
            .with(
                    TRUTH,
                    "channel.should.check.rpc.response.type",
                    "connection.recovery.enabled",
                    "ssl.enabled",
                    "ssl.validate.server.certificate",
                    "ssl.verify.hostname",
                    "topology.recovery.enabled",
                    "use.nio")
            .with(WORDS, "ssl.algorithm", "ssl.key.store.algorithm", "ssl.trust.store.algorithm")
            .with(STORE_TYPES, "ssl.key.store.type", "ssl.trust.store.type")
            .with(
                    TEXT,
                    "host",
                    "password",
                    "ssl.key.password",
                    "ssl.key.store.password",
                    "ssl.trust.store.password",
                    "username",
                    "virtual.host")
            .with(FILE, "ssl.key.store", "ssl.trust.store")
            .withPassedOn(TEXT, "client.properties.");

    private static final AllowedSettings CLIENT = CONNECTIONS
            .with(
                    NUMBER,
                    "locatorConnectionCount",
                    "maxConsumersByConnection",
                    "maxFrameSizeBeforeAuthentication",
                    "maxProducersByConnection",
                    "maxTrackingConsumersByConnection",
                    "maxUncompressedSizePerChunk",
                    "maxUncompressedSubEntryBatchSize",
                    "requestedMaxFrameSize")
            .with(TRUTH, "forceLeaderForProducers", "forceReplicaForConsumers", "lazyInitialization")
            .with(TEXT, "id", "requestedHeartbeat", "rpcTimeout", "virtualHost")
            .with(STREAM, "uri");

    private static final AllowedSettings PRODUCER = AllowedSettings.NONE
            .with(TEXT, RabbitMqClientNames.messages())
            .with(TEXT, RabbitMqClientNames.streamProducers());

    private static final AllowedSettings CONSUMER = AllowedSettings.NONE
            .with(TEXT, QueueSettings.OF_CONSUMERS)
            .with(TEXT, RabbitMqClientNames.streamConsumers());

    /** Of all of these. */
    static final RemoteSettingsPolicy LIMITS = new RemoteSettingsPolicy(
            AllowedSettings.NONE
                    .with(AMQP, "uri")
                    .with(HTTP, "admin.url")
                    .with(STREAM, "stream.uri")
                    .with(WORDS, "queue", "exchange", "acknowledgement")
                    .with(TRUTH, "persistent")
                    .with(NUMBER, "prefetch", "confirm-window", "replication"),
            Map.of(
                    SettingGroup.CLIENT, CLIENT,
                    SettingGroup.PRODUCER, PRODUCER,
                    SettingGroup.CONSUMER, CONSUMER,
                    SettingGroup.TOPIC, AllowedSettings.NONE.with(TEXT, queueArguments())));

    private RabbitMqRemoteSettings() {}

    private static Set<String> queueArguments() {
        Set<String> names = new TreeSet<>();
        Arrays.stream(QueueKind.values()).map(QueueSettings::of).forEach(names::addAll);
        return names;
    }
}
