package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.driver.client.Masking;
import dev.assay.model.setting.SettingGroup;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Reads the settings that take effect in a client: parsed by the client's own code, with defaults and derived values. */
final class KafkaEffectiveSettings {
    private KafkaEffectiveSettings() {}

    /**
     * Lets the client parse all settings, so that a bad value is found before anything is opened.
     *
     * @throws DriverException with the client's complaint
     */
    static void check(KafkaSettings settings) throws DriverException {
        try {
            new AdminClientConfig(KafkaSettings.values(settings.admin(), Map.of()));
            producer(KafkaSettings.values(settings.producer(), Map.of()));
            consumer(KafkaSettings.values(settings.consumer(), Map.of("group.id", "check")));
        } catch (ConfigException e) {
            throw new DriverException("the Kafka client rejects a setting: " + e.getMessage(), e);
        }
    }

    static Map<String, String> producer(Map<String, Object> settings) {
        return text(new ProducerConfig(settings), ProducerConfig.configDef());
    }

    static Map<String, String> consumer(Map<String, Object> settings) {
        return text(new ConsumerConfig(settings), ConsumerConfig.configDef());
    }

    /**
     * Returns the effective settings of a member of a share group, from those of a consumer, since clients keep the class of their settings
     * to themselves.
     */
    static Map<String, String> queueConsumer(Map<String, Object> settings) {
        Map<String, Object> consumerSettings = new HashMap<>(settings);
        // Settings of other consumers are refused where this one is among them.
        Object mode = consumerSettings.remove(KafkaSettings.ACKNOWLEDGEMENT_MODE);
        Map<String, String> effective = consumer(consumerSettings);
        effective.keySet().removeAll(KafkaSettings.NOT_OF_SHARE_GROUPS);
        effective.put(KafkaSettings.ACKNOWLEDGEMENT_MODE, String.valueOf(mode));
        return effective;
    }

    static void overrides(
            SettingGroup group,
            Map<String, String> effective,
            Map<String, Setting> settings,
            Map<String, String> reasons) {
        ConfigDef definition = group == SettingGroup.PRODUCER ? ProducerConfig.configDef() : ConsumerConfig.configDef();
        effective.forEach((name, value) -> {
            ConfigDef.ConfigKey key = definition.configKeys().get(name);
            boolean isDefault = key != null && key.hasDefault() && value.equals(text(key, key.defaultValue));
            if (!isDefault) {
                Setting setting = settings.get(name);
                reasons.put(group + "." + name, setting == null ? derived(name) : setting.reason());
            }
        });
    }

    private static String derived(String name) {
        return switch (name) {
            case "group.id" -> "harness: the subscription";
            case "client.id" -> "harness: a name for each client";
            default -> "the client derives it from other settings";
        };
    }

    private static Map<String, String> text(AbstractConfig config, ConfigDef definition) {
        TreeMap<String, String> text = new TreeMap<>();
        config.values().forEach((name, value) -> {
            ConfigDef.ConfigKey key = definition.configKeys().get(name);
            text.put(name, key == null ? Masking.shown(name, Objects.toString(value, "")) : text(key, value));
        });
        return text;
    }

    private static String text(ConfigDef.ConfigKey key, Object value) {
        if (key.type == ConfigDef.Type.PASSWORD && value != null) {
            return Masking.HIDDEN;
        }
        return Masking.shown(key.name, Objects.toString(ConfigDef.convertToString(value, key.type), ""));
    }
}
