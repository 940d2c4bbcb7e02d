package dev.assay.systems.kafka.driver;

import dev.assay.driver.Setting;
import dev.assay.driver.client.SettingTrial;
import dev.assay.model.setting.SettingGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/**
 * What the client has against settings. It tells by itself all values that it can't read, then the first of those that contradict each
 * other, and some only when a client is opened, which are looked at here.
 */
final class KafkaSettingCheck {
    private KafkaSettingCheck() {}

    static List<String> problems(KafkaSettings settings) {
        SettingTrial trial = new SettingTrial("kafka");
        check(SettingGroup.PRODUCER, settings.producer(), ProducerConfig.configDef(), ProducerConfig::new, trial);
        Map<String, Setting> consumer = new HashMap<>(settings.consumer());
        consumer.put("group.id", new Setting("check", Setting.HARNESS + "the subscription"));
        check(SettingGroup.CONSUMER, consumer, ConsumerConfig.configDef(), ConsumerConfig::new, trial);
        return trial.problems();
    }

    private static void check(
            SettingGroup group,
            Map<String, Setting> settings,
            ConfigDef definition,
            Function<Map<String, Object>, AbstractConfig> client,
            SettingTrial trial) {
        boolean read = true;
        for (ConfigValue value : definition.validate(Setting.values(settings))) {
            for (String problem : value.errorMessages()) {
                trial.add(group.path("kafka") + "." + value.name() + ": " + problem);
                read = false;
            }
        }
        if (!read) {
            return;
        }
        try {
            AbstractConfig parsed = client.apply(KafkaSettings.values(settings, Map.of()));
            if (group == SettingGroup.PRODUCER) {
                checkDelivery((ProducerConfig) parsed, settings, trial);
            } else {
                checkHeartbeat((ConsumerConfig) parsed, trial);
            }
        } catch (ConfigException e) {
            trial.add(group.path("kafka") + ": " + e.getMessage());
        }
    }

    /** As {@code KafkaProducer} refuses it on opening; where the scenario does not set it, it takes what is needed. */
    private static void checkDelivery(ProducerConfig parsed, Map<String, Setting> settings, SettingTrial trial) {
        long delivery = parsed.getInt(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);
        long needed = parsed.getLong(ProducerConfig.LINGER_MS_CONFIG)
                + parsed.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG);
        if (settings.containsKey(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG) && delivery < needed) {
            trial.add(
                    "%s.delivery.timeout.ms: it is %d, but must be at least linger.ms and request.timeout.ms together, which are %d"
                            .formatted(SettingGroup.PRODUCER.path("kafka"), delivery, needed));
        }
    }

    /** As the client refuses it on opening. */
    private static void checkHeartbeat(ConsumerConfig parsed, SettingTrial trial) {
        int heartbeat = parsed.getInt(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG);
        int session = parsed.getInt(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
        boolean classic = !String.valueOf(parsed.values().get("group.protocol")).equalsIgnoreCase("consumer");
        if (classic && heartbeat >= session) {
            trial.add("%s.heartbeat.interval.ms: it is %d, but must be less than session.timeout.ms, which is %d"
                    .formatted(SettingGroup.CONSUMER.path("kafka"), heartbeat, session));
        }
    }
}
