package dev.assay.bench.kafka;

import dev.assay.model.spec.EffectiveConfig;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;

/**
 * Holds the settings of the bare client; all others keep the client's defaults, as in the driver.
 *
 * @param batchBytes most bytes of a batch
 */
record BareSettings(String bootstrapServers, long lingerMillis, long batchBytes) {
    /** Names of settings that differ from one client to the next and change nothing. */
    private static final List<String> NAMES = List.of(ProducerConfig.CLIENT_ID_CONFIG, ConsumerConfig.GROUP_ID_CONFIG);

    static BareSettings of(PlannedTrial trial, Map<String, String> connection) {
        return new BareSettings(
                connection.getOrDefault("bootstrap.servers", ""),
                trial.spec().workload().batching().linger().toMillis(),
                trial.spec().workload().batching().size().bytes());
    }

    Map<String, Object> producer() {
        return Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName(),
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName(),
                ProducerConfig.LINGER_MS_CONFIG, Long.toString(lingerMillis),
                ProducerConfig.BATCH_SIZE_CONFIG, Long.toString(batchBytes),
                ProducerConfig.ACKS_CONFIG, "all");
    }

    Map<String, Object> consumer(String group) {
        return Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                ByteBufferDeserializer.class.getName(),
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                ByteBufferDeserializer.class.getName(),
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                "false",
                ConsumerConfig.GROUP_ID_CONFIG,
                group);
    }

    /** @throws IllegalStateException naming settings that differ from the worker's */
    void mustEqual(EffectiveConfig worker) {
        List<String> different = new ArrayList<>();
        compare(new ProducerConfig(producer()), worker.groups().getOrDefault("producer", Map.of()), different);
        compare(new ConsumerConfig(consumer("bare")), worker.groups().getOrDefault("consumer", Map.of()), different);
        if (!different.isEmpty()) {
            throw new IllegalStateException("bare client and worker differ in their settings: " + different);
        }
    }

    private static void compare(AbstractConfig bare, Map<String, String> worker, List<String> different) {
        if (worker.isEmpty()) {
            different.add("the worker reports none");
        }
        worker.forEach((name, value) -> {
            Object bareValue = bare.values().get(name);
            boolean plain = bareValue instanceof Number || bareValue instanceof Boolean || bareValue instanceof String;
            if (plain && !NAMES.contains(name) && !value.equals(String.valueOf(bareValue))) {
                different.add(name + " is " + bareValue + " and " + value);
            }
        });
    }
}
