package dev.assay.systems.kafka.driver;

import dev.assay.driver.Setting;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.systems.kafka.KafkaDurability;
import java.util.Map;

/**
 * Holds the settings that a durability level demands of the clients and topics of one trial.
 *
 * @param acks the producer's {@code acks}
 * @param topic settings of each topic
 */
record Durability(DurabilityLevel level, String acks, Map<String, String> topic) {
    private static final String ACKS = "acks";

    static Durability of(DurabilityLevel level, int replication) {
        return new Durability(level, KafkaDurability.acks(level), KafkaDurability.topicSettings(level, replication));
    }

    void addTo(Map<String, Setting> producerSettings, Map<String, Setting> topicSettings) {
        String reason = "durability " + level;
        producerSettings.put(ACKS, new Setting(acks, reason));
        topic.forEach((name, value) -> topicSettings.put(name, new Setting(value, reason)));
    }

    /** Adds to the reason of each scenario setting that undoes the level that it does so; the setting wins. */
    void flagContradictions(Map<String, Setting> producerSettings, Map<String, Setting> topicSettings) {
        flag(producerSettings, ACKS, acks);
        topic.forEach((name, value) -> flag(topicSettings, name, value));
    }

    private void flag(Map<String, Setting> settings, String name, String wanted) {
        settings.computeIfPresent(name, (key, setting) -> {
            String value = key.equals(ACKS) && setting.value().strip().equals("-1")
                    ? "all"
                    : setting.value().strip();
            return value.equals(wanted)
                    ? setting
                    : new Setting(
                            setting.value(),
                            setting.reason() + ", contrary to " + level.named() + ", which requires " + name + "="
                                    + wanted);
        });
    }
}
