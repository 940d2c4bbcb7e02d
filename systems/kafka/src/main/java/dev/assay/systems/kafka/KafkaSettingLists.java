package dev.assay.systems.kafka;

import dev.assay.core.scenario.Deployment;
import dev.assay.core.setting.SettingGroup;
import dev.assay.core.setting.SettingList;
import dev.assay.core.setting.SettingNames;
import java.util.EnumMap;
import java.util.Map;

/** The names that Kafka's clients and servers know, as far as it has been looked up. */
final class KafkaSettingLists {
    private static final SettingList CLIENT = list("client");
    private static final SettingList PRODUCER = list("producer");
    private static final SettingList CONSUMER = list("consumer");
    private static final SettingList TOPIC = list("topic");
    private static final SettingList BROKER = list("broker");

    private KafkaSettingLists() {}

    /** What can be held against a scenario's settings: those of brokers only where Assay starts them. */
    static Map<SettingGroup, SettingNames> of(KafkaSpec spec) {
        Map<SettingGroup, SettingNames> known = new EnumMap<>(SettingGroup.class);
        known.put(SettingGroup.CLIENT, CLIENT.names(spec.clientVersion()));
        known.put(SettingGroup.PRODUCER, PRODUCER.names(spec.clientVersion()));
        known.put(SettingGroup.CONSUMER, CONSUMER.names(spec.clientVersion()));
        known.put(SettingGroup.TOPIC, TOPIC.names(spec.clientVersion()));
        if (spec.deployment() == Deployment.LOCAL) {
            known.put(SettingGroup.BROKER, BROKER.names(spec.version()));
        }
        return known;
    }

    private static SettingList list(String group) {
        return SettingList.beside(KafkaSettingLists.class, "settings/" + group + ".txt");
    }
}
