package dev.assay.systems.kafka.driver;

import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingNames;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.TopicConfig;

final class KafkaClientNames {
    /** Names that plug-ins define, which are missing in the client's own list. */
    private static final List<String> OF_PLUGINS = List.of("config.providers.*", "metrics.jmx.*");

    /** Names of brokers that speak the protocol and are not Apache's. */
    private static final List<String> OF_OTHER_BROKERS = List.of("confluent.*", "redpanda.*");

    /** Topic settings that only the server knows; the client has the others as constants. */
    private static final List<String> OF_SERVERS =
            List.of("leader.replication.throttled.replicas", "follower.replication.throttled.replicas");

    static final Map<SettingGroup, SettingNames> KNOWN = Map.of(
            SettingGroup.CLIENT, names(commonNames(), OF_PLUGINS),
            SettingGroup.PRODUCER, names(ProducerConfig.configNames(), OF_PLUGINS),
            SettingGroup.CONSUMER, names(ConsumerConfig.configNames(), OF_PLUGINS),
            SettingGroup.TOPIC, names(topicNames(), OF_OTHER_BROKERS));

    private KafkaClientNames() {}

    static boolean namesClass(String name) {
        ConfigDef.ConfigKey key = ProducerConfig.configDef().configKeys().get(name);
        if (key == null) {
            key = ConsumerConfig.configDef().configKeys().get(name);
        }
        return key != null && key.type == ConfigDef.Type.CLASS;
    }

    private static SettingNames names(Set<String> names, List<String> more) {
        Set<String> all = new HashSet<>(names);
        all.addAll(more);
        return SettingNames.of("this Kafka client", all);
    }

    private static Set<String> commonNames() {
        Set<String> common = new HashSet<>(AdminClientConfig.configNames());
        common.removeIf(name -> !ProducerConfig.configNames().contains(name)
                && !ConsumerConfig.configNames().contains(name));
        return common;
    }

    static Set<String> topicNames() {
        Set<String> names = new HashSet<>(OF_SERVERS);
        for (Field field : TopicConfig.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getName().endsWith("_CONFIG")) {
                try {
                    names.add((String) field.get(null));
                } catch (IllegalAccessException e) {
                    throw new ExceptionInInitializerError(e);
                }
            }
        }
        return names;
    }
}
