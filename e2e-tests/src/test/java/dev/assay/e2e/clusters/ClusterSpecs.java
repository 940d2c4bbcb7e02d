package dev.assay.e2e.clusters;

import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.kafka.KafkaSpec;
import dev.assay.systems.nats.NatsSpec;
import dev.assay.systems.pulsar.PulsarSpec;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.util.Map;

/** Specifies the shared clusters, which are large enough for level-2. */
public final class ClusterSpecs {
    /**
     * While a thousand quorum queues were deleted, a node took 1.5 GiB for moments: above its limit, publishers of all nodes
     * wait for half a minute.
     */
    private static final ByteSize RABBITMQ_MEMORY = new ByteSize(3L << 30);

    private static final String KAFKA = "4.3.1";

    private ClusterSpecs() {}

    public static KafkaSpec kafka(String version) {
        return new KafkaSpec(
                version,
                version,
                3,
                3,
                KafkaSpec.Acknowledgement.INTERVAL,
                new ByteSize(256 << 20),
                "",
                "",
                Servers.LOCAL);
    }

    public static PulsarSpec pulsar() {
        return new PulsarSpec(
                "4.0.8",
                "4.2.4",
                3,
                2,
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
    }

    /** Returns three nodes; the kind of queue matters to the driver only. */
    public static RabbitMqSpec rabbitMq(QueueKind kind) {
        return new RabbitMqSpec(
                RabbitMqSpec.INSTALLED,
                "5.37.0",
                "1.11.0",
                3,
                kind,
                RabbitMqSpec.Exchange.DIRECT,
                true,
                RabbitMqSpec.Acknowledgement.MANUAL,
                1_000,
                5_000,
                RABBITMQ_MEMORY,
                "",
                "",
                "",
                Servers.LOCAL);
    }

    static ClusterRequest request(String variant, ClusterFolders folders) {
        String[] words = variant.split(" ", 2);
        return switch (words[0]) {
            case "kafka" -> request(kafka(words.length == 1 ? KAFKA : words[1]), kafkaSettings(), folders);
            case "nats" -> request(NatsSpec.usual(), natsSettings(), folders);
            case "pulsar" -> request(pulsar(), pulsarSettings(), folders);
            case "rabbitmq" ->
                request(
                        rabbitMq(QueueKind.QUORUM).withVersion(words.length == 1 ? RabbitMqSpec.INSTALLED : words[1]),
                        rabbitMqSettings(),
                        folders);
            default -> throw new IllegalArgumentException("no cluster of " + variant + " is shared");
        };
    }

    private static ClusterRequest request(SystemSpec spec, Map<String, String> broker, ClusterFolders folders) {
        VendorSettings settings = new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), broker);
        return new ClusterRequest(spec, settings, DurabilityLevel.LEVEL_2, folders);
    }

    /** Lets a killed broker's leaderships move sooner than after the nine seconds of Kafka's default. */
    private static Map<String, String> kafkaSettings() {
        return Map.of("broker.session.timeout.ms", "6000");
    }

    /**
     * Serves a new consumer at once instead of after a second, since many tests open several. The other setting is harmless, and lets a
     * test check that scenarios' settings reach bookies. Sessions keep their default length: a bookie that has lost its own, as on a
     * machine that stood still for a while, ends itself.
     */
    private static Map<String, String> pulsarSettings() {
        return Map.of("activeConsumerFailoverDelayTimeMillis", "0", "bookie.journalMaxBackups", "4");
    }

    /** Returns a harmless setting that lets a test check that scenarios' settings arrive. */
    private static Map<String, String> natsSettings() {
        return Map.of("max_connections", "4999");
    }

    /** Returns a harmless setting that lets a test check that scenarios' settings arrive. */
    private static Map<String, String> rabbitMqSettings() {
        return Map.of("channel_max", "1999");
    }
}
