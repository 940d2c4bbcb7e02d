package dev.assay.systems.pulsar.driver;

import dev.assay.core.scenario.Batching;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pulsar.client.api.SubscriptionType;

/**
 * What the driver gives to the clients and to its namespaces, each setting with its reason. What is not here is the
 * vendor's default.
 *
 * @param tenant under which namespaces are created
 * @param topic policies of each namespace that the driver creates
 */
record PulsarSettings(
        String serviceUrl,
        String adminUrl,
        String tenant,
        SubscriptionType subscriptionType,
        Map<String, PulsarSetting> client,
        Map<String, PulsarSetting> producer,
        Map<String, PulsarSetting> consumer,
        Map<String, PulsarSetting> topic) {
    private static final String HARNESS = "harness: ";
    private static final String PUBLISHED = "the published tuning";
    private static final String BATCHING = "batching of the scenario";

    /**
     * Determines all settings: the driver's own first, the scenario's over them.
     *
     * @throws DriverException naming every setting that can't be taken
     */
    static PulsarSettings resolve(DriverConfig config) throws DriverException {
        VendorSettings vendor = config.settings();
        refuse(vendor);
        SubscriptionType type = subscriptionType(config.required("subscription-type"));
        Map<String, PulsarSetting> client = overlaid(clientDefaults(), vendor.client());
        Map<String, PulsarSetting> producer = overlaid(producerDefaults(config.batching()), vendor.producer());
        Map<String, PulsarSetting> consumer = overlaid(consumerDefaults(type), vendor.consumer());
        Map<String, PulsarSetting> topic = overlaid(topicDefaults(config), vendor.topic());
        flagContradiction(config, topic);
        return new PulsarSettings(
                config.required("service.url"),
                config.required("admin.url"),
                config.required("tenant"),
                type,
                client,
                producer,
                consumer,
                topic);
    }

    /** The values alone, as the client's builders want them. */
    static Map<String, Object> values(Map<String, PulsarSetting> settings) {
        Map<String, Object> values = new HashMap<>();
        settings.forEach((name, setting) -> values.put(name, setting.value()));
        return values;
    }

    private static void refuse(VendorSettings vendor) throws DriverException {
        List<String> problems = new ArrayList<>();
        problems.addAll(PulsarSettingRules.problems(PulsarSettingGroup.CLIENT, vendor.client()));
        problems.addAll(PulsarSettingRules.problems(PulsarSettingGroup.PRODUCER, vendor.producer()));
        problems.addAll(PulsarSettingRules.problems(PulsarSettingGroup.CONSUMER, vendor.consumer()));
        problems.addAll(PulsarSettingRules.problems(PulsarSettingGroup.TOPIC, vendor.topic()));
        if (!problems.isEmpty()) {
            throw new DriverException(String.join(System.lineSeparator(), problems));
        }
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

    private static Map<String, PulsarSetting> clientDefaults() {
        TreeMap<String, PulsarSetting> client = new TreeMap<>();
        String own = HARNESS + "each producer and consumer has a client of its own, so that none waits for another";
        client.put("numIoThreads", new PulsarSetting("1", own));
        client.put("numListenerThreads", new PulsarSetting("1", own));
        client.put("statsIntervalSeconds", new PulsarSetting("0", HARNESS + "Assay counts itself"));
        return client;
    }

    private static Map<String, PulsarSetting> producerDefaults(Batching batching) throws DriverException {
        TreeMap<String, PulsarSetting> producer = new TreeMap<>();
        producer.put(
                "blockIfQueueFull",
                new PulsarSetting("true", HARNESS + "a full client holds the sender up, as Kafka's does"));
        boolean batches = batching.size().bytes() > 0;
        producer.put("batchingEnabled", new PulsarSetting(Boolean.toString(batches), BATCHING));
        if (batches) {
            if (batching.linger().compareTo(Duration.ofMillis(1)) < 0) {
                throw new DriverException("workload.batching.linger is " + batching.linger()
                        + ", but Pulsar's batches wait for at least 1 ms; set it to that or batching.size to 0 B");
            }
            long micros = batching.linger().toNanos() / 1_000;
            producer.put("batchingMaxPublishDelayMicros", new PulsarSetting(Long.toString(micros), BATCHING));
            producer.put(
                    "batchingMaxBytes",
                    new PulsarSetting(Long.toString(batching.size().bytes()), BATCHING));
            producer.put("batchingMaxMessages", new PulsarSetting(Integer.toString(Integer.MAX_VALUE), PUBLISHED));
            producer.put("batchingPartitionSwitchFrequencyByPublishDelay", new PulsarSetting("2", PUBLISHED));
        }
        return producer;
    }

    private static Map<String, PulsarSetting> consumerDefaults(SubscriptionType type) {
        TreeMap<String, PulsarSetting> consumer = new TreeMap<>();
        consumer.put("subscriptionType", new PulsarSetting(type.name(), "systems.pulsar.subscription-type"));
        consumer.put(
                "subscriptionInitialPosition",
                new PulsarSetting("Earliest", HARNESS + "a subscription gets every message of its topic"));
        consumer.put("maxTotalReceiverQueueSizeAcrossPartitions", new PulsarSetting("5000000", PUBLISHED));
        return consumer;
    }

    private static Map<String, PulsarSetting> topicDefaults(DriverConfig config) throws DriverException {
        TreeMap<String, PulsarSetting> topic = new TreeMap<>();
        String durability = "durability " + config.durability() + ", or the scenario's quorums";
        topic.put(NamespacePolicies.ENSEMBLE, new PulsarSetting(config.required("ensemble"), durability));
        topic.put(NamespacePolicies.WRITE_QUORUM, new PulsarSetting(config.required("write-quorum"), durability));
        topic.put(NamespacePolicies.ACK_QUORUM, new PulsarSetting(config.required("ack-quorum"), durability));
        topic.put(NamespacePolicies.MARK_DELETE_RATE, new PulsarSetting("1.0", PulsarSetting.VENDORS));
        String kept = HARNESS + "what is consumed is kept until the topic is deleted, as on the other systems";
        topic.put(NamespacePolicies.RETENTION_MINUTES, new PulsarSetting("-1", kept));
        topic.put(NamespacePolicies.RETENTION_MIB, new PulsarSetting("-1", kept));
        topic.put(
                NamespacePolicies.DELETE_INACTIVE,
                new PulsarSetting("false", HARNESS + "Assay deletes topics, and nobody else while it measures"));
        return topic;
    }

    private static Map<String, PulsarSetting> overlaid(Map<String, PulsarSetting> defaults, Map<String, String> given) {
        given.forEach((name, value) -> defaults.put(name, new PulsarSetting(value, "scenario setting")));
        return defaults;
    }

    private static void flagContradiction(DriverConfig config, Map<String, PulsarSetting> topic) {
        topic.computeIfPresent(NamespacePolicies.ACK_QUORUM, (name, setting) -> {
            boolean single = setting.value().strip().equals("1");
            return single && config.durability().replicatedSync()
                    ? new PulsarSetting(
                            "1",
                            setting.reason() + ", against " + config.durability()
                                    + ", which asks for copies on several nodes")
                    : setting;
        });
    }
}
