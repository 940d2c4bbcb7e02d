package dev.assay.systems.kafka.driver;

import dev.assay.core.durability.DurabilityLevel;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;

/**
 * What a durability level means in Kafka's settings.
 *
 * @param acks the producer's {@code acks}
 * @param topic settings of each topic
 */
record Durability(DurabilityLevel level, String acks, Map<String, String> topic) {
    private static final String ACKS = "acks";

    /** Acknowledged by several nodes needs several copies: with one, there is nothing that min.insync.replicas could ask. */
    static Durability of(DurabilityLevel level, int replication) {
        Map<String, String> topic = new TreeMap<>();
        if (level.replicatedSync() && replication >= 2) {
            topic.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
        }
        if (level.localSync()) {
            topic.put(TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG, "1");
            topic.put(TopicConfig.FLUSH_MS_CONFIG, "0");
        }
        return new Durability(level, level.replicatedSync() ? "all" : "1", topic);
    }

    void addTo(Map<String, KafkaSetting> producerSettings, Map<String, KafkaSetting> topicSettings) {
        String reason = "durability " + level;
        producerSettings.put(ACKS, new KafkaSetting(acks, reason));
        topic.forEach((name, value) -> topicSettings.put(name, new KafkaSetting(value, reason)));
    }

    /** Scenario settings win; where they undo what the level asks for, the reason says so. */
    void flagContradictions(Map<String, KafkaSetting> producerSettings, Map<String, KafkaSetting> topicSettings) {
        flag(producerSettings, ACKS, acks);
        topic.forEach((name, value) -> flag(topicSettings, name, value));
    }

    private void flag(Map<String, KafkaSetting> settings, String name, String wanted) {
        settings.computeIfPresent(name, (key, setting) -> {
            String value = key.equals(ACKS) && setting.value().strip().equals("-1")
                    ? "all"
                    : setting.value().strip();
            return value.equals(wanted)
                    ? setting
                    : new KafkaSetting(
                            setting.value(),
                            setting.reason() + ", against " + level + ", which asks for " + name + "=" + wanted);
        });
    }
}
