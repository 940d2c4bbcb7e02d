package dev.assay.systems.rabbitmq;

import dev.assay.core.scenario.Deployment;
import dev.assay.core.setting.SettingGroup;
import dev.assay.core.setting.SettingList;
import dev.assay.core.setting.SettingNames;
import java.util.EnumMap;
import java.util.Map;

/** The names that RabbitMQ's clients and servers know, as far as it has been looked up. */
final class RabbitMqSettingLists {
    private static final SettingList CLIENT = list("client");
    private static final SettingList MESSAGE = list("producer");
    private static final SettingList STREAM_CLIENT = list("stream-client");
    private static final SettingList STREAM_PRODUCER = list("stream-producer");
    private static final SettingList STREAM_CONSUMER = list("stream-consumer");
    private static final SettingList BROKER = list("broker");

    private RabbitMqSettingLists() {}

    /** What can be held against a scenario's settings: those of nodes only where Assay starts them. */
    static Map<SettingGroup, SettingNames> of(RabbitMqSpec spec) {
        QueueKind kind = spec.queue();
        Map<SettingGroup, SettingNames> known = new EnumMap<>(SettingGroup.class);
        SettingNames client = CLIENT.names(spec.clientVersion());
        if (kind == QueueKind.STREAM) {
            String version = spec.streamClientVersion();
            known.put(SettingGroup.CLIENT, client.and(STREAM_CLIENT.names(version)));
            known.put(SettingGroup.PRODUCER, STREAM_PRODUCER.names(version));
            known.put(SettingGroup.CONSUMER, STREAM_CONSUMER.names(version));
        } else {
            known.put(SettingGroup.CLIENT, client);
            known.put(SettingGroup.PRODUCER, MESSAGE.names(spec.clientVersion()));
            known.put(SettingGroup.CONSUMER, SettingNames.of("RabbitMQ knows", QueueSettings.OF_CONSUMERS));
        }
        known.put(SettingGroup.TOPIC, SettingNames.of("RabbitMQ knows", QueueSettings.of(kind)));
        known.replaceAll((group, names) -> names.knownTo(names.knownTo() + " for queue: " + kind));
        if (spec.deployment() == Deployment.LOCAL) {
            known.put(SettingGroup.BROKER, ofNodes(spec.version()));
        }
        return known;
    }

    /** Whoever leaves the version open is held to the list; naming a newer one is the way around it. */
    private static SettingNames ofNodes(String version) {
        return version.equals(RabbitMqSpec.INSTALLED) ? BROKER.names() : BROKER.names(version);
    }

    private static SettingList list(String group) {
        return SettingList.beside(RabbitMqSettingLists.class, "settings/" + group + ".txt");
    }
}
