package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.InFlightRoom;
import dev.assay.driver.Setting;
import dev.assay.driver.client.SettingCheck;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.pulsar.NamespaceSettings;
import dev.assay.systems.pulsar.PulsarSettingRules;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pulsar.client.api.SubscriptionType;

/**
 * Holds the settings that the driver gives to clients and its namespaces, each with its reason. All others keep the vendor's defaults.
 *
 * @param tenant under which namespaces are created
 * @param topic policies of each namespace that the driver creates
 * @param inFlight number of messages for which a producer needs room
 */
record PulsarSettings(
        String serviceUrl,
        String adminUrl,
        String tenant,
        SubscriptionType subscriptionType,
        Map<String, Setting> client,
        Map<String, Setting> producer,
        Map<String, Setting> consumer,
        Map<String, Setting> topic,
        InFlightRoom inFlight) {
    static final String MEMORY = "memoryLimitBytes";

    /** The setting of how many messages a producer keeps for each partition. */
    static final String PENDING = "maxPendingMessages";

    /** The client's default of {@link #MEMORY}. */
    private static final long USUAL_MEMORY_BYTES = 64L << 20;

    private static final String PUBLISHED = "the published tuning";
    private static final String BATCHING = "batching of the scenario";

    /**
     * Determines all settings; the scenario's override the driver's own.
     *
     * @throws DriverException naming every setting that can't be taken
     */
    static PulsarSettings resolve(DriverConfig config) throws DriverException {
        VendorSettings vendor = config.settings();
        SettingCheck.run(new PulsarSettingRules(), PulsarClientNames.KNOWN, vendor);
        SubscriptionType type = subscriptionType(config.required("subscription-type"));
        Map<String, Setting> client = Setting.overlaid(clientDefaults(config.inFlight()), vendor.client());
        Map<String, Setting> producer = Setting.overlaid(producerDefaults(config), vendor.producer());
        Map<String, Setting> consumer = Setting.overlaid(consumerDefaults(type), vendor.consumer());
        Map<String, Setting> topic = Setting.overlaid(topicDefaults(config), vendor.topic());
        flagContradiction(config, topic);
        return new PulsarSettings(
                config.required("service.url"),
                config.required("admin.url"),
                config.required("tenant"),
                type,
                client,
                producer,
                consumer,
                topic,
                config.inFlight());
    }

    static Map<String, Object> values(Map<String, Setting> settings) {
        return new HashMap<>(Setting.values(settings));
    }

    private static SubscriptionType subscriptionType(String name) throws DriverException {
        return switch (name) {
            case "EXCLUSIVE" -> SubscriptionType.Exclusive;
            case "FAILOVER" -> SubscriptionType.Failover;
            case "SHARED" -> SubscriptionType.Shared;
            case "KEY_SHARED" -> SubscriptionType.Key_Shared;
            default -> throw new DriverException("there is no subscription type '" + name + "'");
        };
    }

    private static Map<String, Setting> clientDefaults(InFlightRoom inFlight) {
        TreeMap<String, Setting> client = new TreeMap<>();
        String reason =
                Setting.HARNESS + "each producer and consumer has a client of its own, so that none waits for another";
        client.put("numIoThreads", new Setting("1", reason));
        client.put("numListenerThreads", new Setting("1", reason));
        client.put("statsIntervalSeconds", new Setting("0", Setting.HARNESS + "Assay counts itself"));
        inFlight.memory(USUAL_MEMORY_BYTES).ifPresent(memory -> client.put(MEMORY, memory));
        return client;
    }

    private static Map<String, Setting> producerDefaults(DriverConfig config) throws DriverException {
        TreeMap<String, Setting> producer = new TreeMap<>();
        InFlight limit = config.inFlight().limit();
        if (limit.isLimited()) {
            producer.put(PENDING, new Setting(limit.toString(), "workload.in-flight"));
        }
        // The client divides this limit among partitions, and refuses one below each partition's; by default it is 0.
        if (limit.isLimited() || config.settings().producer().containsKey(PENDING)) {
            producer.put(
                    "maxPendingMessagesAcrossPartitions",
                    new Setting(
                            Integer.toString(Integer.MAX_VALUE),
                            Setting.HARNESS
                                    + (limit.isLimited()
                                            ? "Assay counts over all partitions"
                                            : "the limit is that of each partition")));
        }
        addBatching(producer, config.batching());
        producer.put(
                "blockIfQueueFull",
                new Setting("true", Setting.HARNESS + "a full client blocks the sender, as Kafka's does"));
        return producer;
    }

    private static void addBatching(Map<String, Setting> producer, Batching batching) throws DriverException {
        boolean batches = batching.size().bytes() > 0;
        producer.put("batchingEnabled", new Setting(Boolean.toString(batches), BATCHING));
        if (batches) {
            if (batching.linger().compareTo(Duration.ofMillis(1)) < 0) {
                throw new DriverException("workload.batching.linger is " + batching.linger()
                        + ", but Pulsar's batches wait for at least 1 ms; set it to that or batching.size to 0 B");
            }
            long micros = batching.linger().toNanos() / 1_000;
            producer.put("batchingMaxPublishDelayMicros", new Setting(Long.toString(micros), BATCHING));
            producer.put(
                    "batchingMaxBytes",
                    new Setting(Long.toString(batching.size().bytes()), BATCHING));
            producer.put("batchingMaxMessages", new Setting(Integer.toString(Integer.MAX_VALUE), PUBLISHED));
            producer.put("batchingPartitionSwitchFrequencyByPublishDelay", new Setting("2", PUBLISHED));
        }
    }

    private static Map<String, Setting> consumerDefaults(SubscriptionType type) {
        TreeMap<String, Setting> consumer = new TreeMap<>();
        consumer.put("subscriptionType", new Setting(type.name(), "systems.pulsar.subscription-type"));
        consumer.put(
                "subscriptionInitialPosition",
                new Setting("Earliest", Setting.HARNESS + "a subscription gets every message of its topic"));
        consumer.put("maxTotalReceiverQueueSizeAcrossPartitions", new Setting("5000000", PUBLISHED));
        return consumer;
    }

    private static Map<String, Setting> topicDefaults(DriverConfig config) throws DriverException {
        TreeMap<String, Setting> topic = new TreeMap<>();
        String durability = "durability " + config.durability() + ", or the scenario's quorums";
        topic.put(NamespaceSettings.ENSEMBLE, new Setting(config.required("ensemble"), durability));
        topic.put(NamespaceSettings.WRITE_QUORUM, new Setting(config.required("write-quorum"), durability));
        topic.put(NamespaceSettings.ACK_QUORUM, new Setting(config.required("ack-quorum"), durability));
        topic.put(NamespaceSettings.MARK_DELETE_RATE, new Setting("1.0", Setting.VENDORS));
        String kept =
                Setting.HARNESS + "consumed messages are kept until the topic is deleted, as on the other systems";
        topic.put(NamespaceSettings.RETENTION_MINUTES, new Setting("-1", kept));
        topic.put(NamespaceSettings.RETENTION_MIB, new Setting("-1", kept));
        topic.put(
                NamespaceSettings.DELETE_INACTIVE,
                new Setting("false", Setting.HARNESS + "only Assay deletes topics while it measures"));
        return topic;
    }

    private static void flagContradiction(DriverConfig config, Map<String, Setting> topic) {
        topic.computeIfPresent(NamespaceSettings.ACK_QUORUM, (name, setting) -> {
            boolean single = setting.value().strip().equals("1");
            return single && config.durability().replicatedSync()
                    ? new Setting(
                            "1",
                            setting.reason() + ", contrary to "
                                    + config.durability().named() + ", which requires copies on several nodes")
                    : setting;
        });
    }
}
