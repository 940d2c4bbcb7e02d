package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.InFlightRoom;
import dev.assay.driver.Setting;
import dev.assay.driver.client.SettingCheck;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.kafka.KafkaSettingRules;
import dev.assay.systems.kafka.KafkaSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;

/**
 * Holds the settings that the driver gives to clients and new topics, each with its reason. All others keep the vendor's defaults.
 *
 * @param replication copies of each partition
 * @param eachPoll whether consumers commit after each poll, instead of the client by itself
 * @param inFlight number of messages for which a producer needs room
 */
record KafkaSettings(
        String bootstrapServers,
        short replication,
        DurabilityLevel durability,
        Map<String, Setting> admin,
        Map<String, Setting> producer,
        Map<String, Setting> consumer,
        Map<String, Setting> topic,
        boolean eachPoll,
        InFlightRoom inFlight) {
    static final String BUFFER = "buffer.memory";

    static final String ACKNOWLEDGEMENT_MODE = "share.acknowledgement.mode";

    /** Settings that members of share groups refuse; where a group begins to read is a setting of the group. */
    static final Set<String> NOT_OF_SHARE_GROUPS = Set.of(
            "auto.offset.reset",
            "enable.auto.commit",
            "group.instance.id",
            "group.protocol",
            "group.remote.assignor",
            "heartbeat.interval.ms",
            "interceptor.classes",
            "isolation.level",
            "partition.assignment.strategy",
            "session.timeout.ms");

    /** The client's default of {@link #BUFFER}. */
    private static final long USUAL_BUFFER_BYTES = 32L << 20;

    /**
     * Determines all settings; the scenario's override the driver's own.
     *
     * @throws DriverException naming every setting that can't be taken
     */
    static KafkaSettings resolve(DriverConfig config) throws DriverException {
        VendorSettings vendor = config.settings();
        SettingCheck.run(new KafkaSettingRules(KafkaClientNames::namesClass), KafkaClientNames.KNOWN, vendor);
        String servers = config.required("bootstrap.servers");
        short replication = replication(config.required("replication"));
        Map<String, Setting> admin = start(servers);
        Map<String, Setting> producer = start(servers);
        Map<String, Setting> consumer = start(servers);
        producerDefaults(producer, config.batching());
        config.inFlight().memory(USUAL_BUFFER_BYTES).ifPresent(memory -> producer.put(BUFFER, memory));
        consumerDefaults(consumer);
        boolean eachPoll = commitsEachPoll(config.connection().getOrDefault("acknowledgement", "interval"));
        if (eachPoll) {
            consumer.put(
                    "enable.auto.commit",
                    new Setting("false", "systems.kafka.acknowledgement: offsets are committed after each poll"));
        }
        Durability required = Durability.of(config.durability(), replication);
        TreeMap<String, Setting> topic = new TreeMap<>();
        required.addTo(producer, topic);
        overlay(admin, vendor.client(), AdminClientConfig.configNames());
        overlay(producer, vendor.client(), ProducerConfig.configNames());
        overlay(consumer, vendor.client(), ConsumerConfig.configNames());
        overlay(producer, vendor.producer(), vendor.producer().keySet());
        overlay(consumer, vendor.consumer(), vendor.consumer().keySet());
        overlay(topic, vendor.topic(), vendor.topic().keySet());
        required.flagContradictions(producer, topic);
        return new KafkaSettings(
                servers,
                replication,
                config.durability(),
                admin,
                producer,
                consumer,
                topic,
                eachPoll,
                config.inFlight());
    }

    /** Returns the settings of members of share groups. Objections to the scenario's settings are left to the client. */
    Map<String, Setting> queueConsumer() {
        TreeMap<String, Setting> settings = new TreeMap<>(consumer);
        settings.entrySet()
                .removeIf(setting -> NOT_OF_SHARE_GROUPS.contains(setting.getKey())
                        && setting.getValue().reason().startsWith(Setting.HARNESS));
        settings.putIfAbsent(
                ACKNOWLEDGEMENT_MODE,
                new Setting("explicit", Setting.HARNESS + "each message is acknowledged once it was handed over"));
        return settings;
    }

    static Map<String, Object> values(Map<String, Setting> settings, Map<String, String> more) {
        Map<String, Object> values = new HashMap<>(Setting.values(settings));
        more.forEach(values::putIfAbsent);
        return values;
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

    private static boolean commitsEachPoll(String text) throws DriverException {
        for (KafkaSpec.Acknowledgement choice : KafkaSpec.Acknowledgement.values()) {
            if (choice.toString().equals(text.strip())) {
                return choice == KafkaSpec.Acknowledgement.POLL;
            }
        }
        throw new DriverException(
                "the connection setting 'acknowledgement' must be one of interval, poll, but is '" + text + "'");
    }

    private static Map<String, Setting> start(String servers) {
        TreeMap<String, Setting> settings = new TreeMap<>();
        settings.put("bootstrap.servers", new Setting(servers, "where the cluster is"));
        return settings;
    }

    private static void producerDefaults(Map<String, Setting> producer, Batching batching) throws DriverException {
        Setting bytes = new Setting(ByteArraySerializer.class.getName(), Setting.HARNESS + "messages are byte arrays");
        producer.put("key.serializer", bytes);
        producer.put("value.serializer", bytes);
        if (!batching.linger().equals(Duration.ofMillis(batching.linger().toMillis()))) {
            throw new DriverException("workload.batching.linger is " + batching.linger()
                    + ", but Kafka's linger.ms takes whole milliseconds; round it");
        }
        producer.put("linger.ms", new Setting(Long.toString(batching.linger().toMillis()), "batching of the scenario"));
        producer.put("batch.size", new Setting(Long.toString(batching.size().bytes()), "batching of the scenario"));
    }

    private static void consumerDefaults(Map<String, Setting> consumer) {
        Setting bytes = new Setting(
                ByteBufferDeserializer.class.getName(),
                Setting.HARNESS + "messages are read where the client has them, without a copy");
        consumer.put("key.deserializer", bytes);
        consumer.put("value.deserializer", bytes);
        consumer.put(
                "auto.offset.reset",
                new Setting("earliest", Setting.HARNESS + "a subscription gets every message of its topic"));
        consumer.put(
                "allow.auto.create.topics",
                new Setting("false", Setting.HARNESS + "a consumer that is late makes no deleted topic anew"));
    }

    private static void overlay(Map<String, Setting> settings, Map<String, String> chosen, Set<String> known) {
        chosen.forEach((name, value) -> {
            if (known.contains(name) || name.startsWith("config.providers.") || name.startsWith("metrics.jmx.")) {
                settings.put(name, Setting.ofScenario(value));
            }
        });
    }
}
