package dev.assay.systems.kafka.driver;

import dev.assay.driver.Setting;
import dev.assay.driver.client.SettingTrial;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.VendorSettings;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/**
 * Lists the client's objections to settings. The client itself reports all values that it can't read and then the first contradiction; some
 * contradictions, which are looked for here, it reports only when it is opened.
 */
final class KafkaSettingCheck {
    private final VendorSettings scenario;
    private final SettingTrial trial = new SettingTrial("kafka");
    private final Set<String> contradictions = new HashSet<>();

    private KafkaSettingCheck(VendorSettings scenario) {
        this.scenario = scenario;
    }

    static List<String> problems(KafkaSettings settings, VendorSettings scenario) {
        KafkaSettingCheck check = new KafkaSettingCheck(scenario);
        check.add(SettingGroup.CLIENT, settings.admin(), AdminClientConfig.configDef(), AdminClientConfig::new);
        check.add(SettingGroup.PRODUCER, settings.producer(), ProducerConfig.configDef(), ProducerConfig::new);
        Map<String, Setting> consumer = new HashMap<>(settings.consumer());
        consumer.put("group.id", new Setting("check", Setting.HARNESS + "the subscription"));
        check.add(SettingGroup.CONSUMER, consumer, ConsumerConfig.configDef(), ConsumerConfig::new);
        return check.trial.problems();
    }

    private void add(
            SettingGroup group,
            Map<String, Setting> settings,
            ConfigDef definition,
            Function<Map<String, Object>, AbstractConfig> client) {
        boolean read = true;
        for (ConfigValue value : definition.validate(Setting.values(settings))) {
            Setting setting = settings.get(value.name());
            if (setting != null && setting.value().contains("${")) {
                continue; // Only the client itself knows a provider's value.
            }
            for (String problem : value.errorMessages()) {
                trial.add(place(group, value.name()) + ": " + problem);
                read = false;
            }
        }
        if (!read) {
            return;
        }
        try {
            switch (client.apply(KafkaSettings.values(settings, Map.of()))) {
                case ProducerConfig parsed -> addDelivery(parsed, settings);
                case ConsumerConfig parsed -> addHeartbeat(parsed);
                default -> {}
            }
        } catch (ConfigException e) {
            String problem = String.valueOf(e.getMessage());
            if (contradictions.add(problem)) { // The clients share most of their settings.
                trial.add(group.path("kafka") + ": " + problem);
            }
        }
    }

    /** Returns where the scenario has the setting: producers and consumers get those of all clients as well. */
    private String place(SettingGroup group, String name) {
        boolean ofAll =
                scenario.client().containsKey(name) && !group.of(scenario).containsKey(name);
        return (ofAll ? SettingGroup.CLIENT : group).path("kafka") + "." + name;
    }

    /**
     * Checks the delivery timeout as {@code KafkaProducer} does on opening; where the scenario does not set it, the client raises it as
     * needed.
     */
    private void addDelivery(ProducerConfig parsed, Map<String, Setting> settings) {
        long delivery = parsed.getInt(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);
        long needed = parsed.getLong(ProducerConfig.LINGER_MS_CONFIG)
                + parsed.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG);
        if (settings.containsKey(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG) && delivery < needed) {
            trial.add("%s: it is %d, but must be at least linger.ms and request.timeout.ms together, which are %d"
                    .formatted(
                            place(SettingGroup.PRODUCER, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG), delivery, needed));
        }
    }

    private void addHeartbeat(ConsumerConfig parsed) {
        int heartbeat = parsed.getInt(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG);
        int session = parsed.getInt(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
        boolean classic = !String.valueOf(parsed.values().get("group.protocol")).equalsIgnoreCase("consumer");
        if (classic && heartbeat >= session) {
            trial.add("%s: it is %d, but must be less than session.timeout.ms, which is %d"
                    .formatted(
                            place(SettingGroup.CONSUMER, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG),
                            heartbeat,
                            session));
        }
    }
}
