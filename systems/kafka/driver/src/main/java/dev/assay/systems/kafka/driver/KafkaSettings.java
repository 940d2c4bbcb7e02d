package dev.assay.systems.kafka.driver;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.Batching;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;

/**
 * What the driver gives to the clients and to new topics, each setting with its reason. What is not here is the vendor's
 * default.
 *
 * @param replication copies of each partition
 */
record KafkaSettings(
        String bootstrapServers,
        short replication,
        DurabilityLevel durability,
        Map<String, KafkaSetting> admin,
        Map<String, KafkaSetting> producer,
        Map<String, KafkaSetting> consumer,
        Map<String, KafkaSetting> topic) {
    private static final String HARNESS = "harness: ";

    /**
     * Determines all settings: the driver's own first, the scenario's over them.
     *
     * @throws DriverException naming every setting that can't be taken
     */
    static KafkaSettings resolve(DriverConfig config) throws DriverException {
        VendorSettings vendor = config.settings();
        refuse(vendor);
        String servers = config.required("bootstrap.servers");
        short replication = replication(config.required("replication"));
        Map<String, KafkaSetting> admin = start(servers);
        Map<String, KafkaSetting> producer = start(servers);
        Map<String, KafkaSetting> consumer = start(servers);
        producerDefaults(producer, config.batching());
        consumerDefaults(consumer);
        Durability required = Durability.of(config.durability(), replication);
        TreeMap<String, KafkaSetting> topic = new TreeMap<>();
        required.addTo(producer, topic);
        overlay(admin, vendor.client(), AdminClientConfig.configNames());
        overlay(producer, vendor.client(), ProducerConfig.configNames());
        overlay(consumer, vendor.client(), ConsumerConfig.configNames());
        overlay(producer, vendor.producer(), vendor.producer().keySet());
        overlay(consumer, vendor.consumer(), vendor.consumer().keySet());
        overlay(topic, vendor.topic(), vendor.topic().keySet());
        required.flagContradictions(producer, topic);
        return new KafkaSettings(servers, replication, config.durability(), admin, producer, consumer, topic);
    }

    /** The values alone, with further ones, as the client's constructors want them. */
    static Map<String, Object> values(Map<String, KafkaSetting> settings, Map<String, String> more) {
        Map<String, Object> values = new HashMap<>();
        settings.forEach((name, setting) -> values.put(name, setting.value()));
        more.forEach(values::putIfAbsent);
        return values;
    }

    private static void refuse(VendorSettings vendor) throws DriverException {
        List<String> problems = new ArrayList<>();
        problems.addAll(KafkaSettingRules.problems(KafkaSettingGroup.CLIENT, vendor.client()));
        problems.addAll(KafkaSettingRules.problems(KafkaSettingGroup.PRODUCER, vendor.producer()));
        problems.addAll(KafkaSettingRules.problems(KafkaSettingGroup.CONSUMER, vendor.consumer()));
        problems.addAll(KafkaSettingRules.problems(KafkaSettingGroup.TOPIC, vendor.topic()));
        if (!problems.isEmpty()) {
            throw new DriverException(String.join(System.lineSeparator(), problems));
        }
    }

    private static short replication(String text) throws DriverException {
        try {
            short replication = Short.parseShort(text.strip());
            if (replication >= 1) {
                return replication;
            }
        } catch (NumberFormatException notANumber) {
            throw new DriverException(
                    "the connection setting 'replication' must be a whole number of at least 1, but is '" + text + "'",
                    notANumber);
        }
        throw new DriverException("the connection setting 'replication' must be at least 1, but is " + text);
    }

    private static Map<String, KafkaSetting> start(String servers) {
        TreeMap<String, KafkaSetting> settings = new TreeMap<>();
        settings.put("bootstrap.servers", new KafkaSetting(servers, "where the cluster is"));
        return settings;
    }

    private static void producerDefaults(Map<String, KafkaSetting> producer, Batching batching) throws DriverException {
        KafkaSetting bytes =
                new KafkaSetting(ByteArraySerializer.class.getName(), HARNESS + "messages are byte arrays");
        producer.put("key.serializer", bytes);
        producer.put("value.serializer", bytes);
        if (!batching.linger().equals(Duration.ofMillis(batching.linger().toMillis()))) {
            throw new DriverException("workload.batching.linger is " + batching.linger()
                    + ", but Kafka's linger.ms counts whole milliseconds; round it");
        }
        producer.put(
                "linger.ms", new KafkaSetting(Long.toString(batching.linger().toMillis()), "batching of the scenario"));
        producer.put(
                "batch.size", new KafkaSetting(Long.toString(batching.size().bytes()), "batching of the scenario"));
    }

    private static void consumerDefaults(Map<String, KafkaSetting> consumer) {
        KafkaSetting bytes = new KafkaSetting(
                ByteBufferDeserializer.class.getName(),
                HARNESS + "messages are read where the client has them, without a copy");
        consumer.put("key.deserializer", bytes);
        consumer.put("value.deserializer", bytes);
        consumer.put(
                "auto.offset.reset",
                new KafkaSetting("earliest", HARNESS + "a subscription gets every message of its topic"));
    }

    private static void overlay(Map<String, KafkaSetting> settings, Map<String, String> given, Set<String> known) {
        given.forEach((name, value) -> {
            if (known.contains(name) || name.startsWith("config.providers.") || name.startsWith("metrics.jmx.")) {
                settings.put(name, new KafkaSetting(value, "scenario setting"));
            }
        });
    }
}
