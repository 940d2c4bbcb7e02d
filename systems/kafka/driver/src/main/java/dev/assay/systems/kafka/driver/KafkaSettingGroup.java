package dev.assay.systems.kafka.driver;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.TopicConfig;

/** The groups of vendor settings that the driver takes, with the names that the client on the class path knows. */
enum KafkaSettingGroup {
    CLIENT(commonNames()),
    PRODUCER(ProducerConfig.configNames()),
    CONSUMER(ConsumerConfig.configNames()),
    TOPIC(topicNames());

    /** Names that a plug-in defines; the client's own list does not have them. */
    private static final List<String> CLIENT_PREFIXES = List.of("config.providers.", "metrics.jmx.");

    /** Names of brokers that speak the protocol and are not Apache's. */
    private static final List<String> TOPIC_PREFIXES = List.of("confluent.", "redpanda.");

    @SuppressWarnings("ImmutableEnumChecker") // a copy that can't be changed
    private final Set<String> names;

    KafkaSettingGroup(Set<String> names) {
        this.names = Set.copyOf(names);
    }

    /** The names that this client version knows. */
    Set<String> names() {
        return names;
    }

    boolean knows(String name) {
        List<String> prefixes = this == TOPIC ? TOPIC_PREFIXES : CLIENT_PREFIXES;
        return names.contains(name) || prefixes.stream().anyMatch(name::startsWith);
    }

    /** Where the settings stand in a scenario, such as {@code settings.kafka.producer}. */
    String path() {
        return "settings.kafka." + this;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the setting names classes to be loaded, one or several. */
    static boolean namesClasses(String name) {
        ConfigDef.ConfigKey key = ProducerConfig.configDef().configKeys().get(name);
        if (key == null) {
            key = ConsumerConfig.configDef().configKeys().get(name);
        }
        return (key != null && key.type == ConfigDef.Type.CLASS)
                || name.endsWith(".class")
                || name.endsWith(".classes")
                || name.equals("metric.reporters")
                || name.equals("partition.assignment.strategy")
                || name.equals("security.providers");
    }

    private static Set<String> commonNames() {
        Set<String> common = new HashSet<>(AdminClientConfig.configNames());
        common.removeIf(name -> !ProducerConfig.configNames().contains(name)
                && !ConsumerConfig.configNames().contains(name));
        return common;
    }

    /** The client knows topic settings only as constants; two more are known to the server alone. */
    private static Set<String> topicNames() {
        Set<String> found = new HashSet<>(
                List.of("leader.replication.throttled.replicas", "follower.replication.throttled.replicas"));
        for (Field field : TopicConfig.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getName().endsWith("_CONFIG")) {
                try {
                    found.add((String) field.get(null));
                } catch (IllegalAccessException e) {
                    throw new ExceptionInInitializerError(e);
                }
            }
        }
        return found;
    }
}
