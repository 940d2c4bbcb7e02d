package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.driver.client.ManyValues;
import dev.assay.driver.client.Masking;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;

final class ClusterSettings {
    private static final int LIMIT_SECONDS = 60;
    private static final int CHUNK = 200;
    static final String NOT_READABLE = "(not readable)";

    private final Admin admin;

    ClusterSettings(Admin admin) {
        this.admin = admin;
    }

    /** Returns all settings of topics, and adds an override with its reason for each that is set on the topic or differs on the broker. */
    Map<String, String> topics(Collection<String> names, Map<String, Setting> settings, Map<String, String> overrides)
            throws DriverException {
        List<ConfigResource> resources = names.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        ManyValues values = new ManyValues();
        for (Config config : describe(resources, "reading the settings of topics")) {
            values.add(text(config, false));
            config.entries().stream().filter(entry -> !entry.isDefault()).forEach(entry -> {
                Setting setting = settings.get(entry.name());
                overrides.put("topic." + entry.name(), setting == null ? "set on the brokers" : setting.reason());
            });
        }
        return values.text();
    }

    /** Describes how many partitions of these topics each broker leads, by its id; only the first {@link #CHUNK} topics are asked for. */
    String leaders(Collection<String> names) throws DriverException {
        List<String> chunk = names.stream().limit(CHUNK).toList();
        TreeMap<String, Integer> leaders = new TreeMap<>();
        KafkaFailures.await(admin.describeTopics(chunk).allTopicNames(), "asking who leads partitions", LIMIT_SECONDS)
                .values()
                .forEach(topic -> topic.partitions().forEach(partition -> {
                    Node leader = partition.leader();
                    leaders.merge(leader == null || leader.isEmpty() ? "none" : leader.idString(), 1, Integer::sum);
                }));
        return leaders + (chunk.size() < names.size() ? " of the first " + chunk.size() + " topics" : "");
    }

    /** Returns the brokers' settings that are not defaults; where the user may not read them, an entry that says so. */
    Map<String, String> brokers() throws DriverException {
        ManyValues values = new ManyValues();
        try {
            List<ConfigResource> resources = new ArrayList<>();
            KafkaFailures.await(admin.describeCluster().nodes(), "listing the brokers", LIMIT_SECONDS).stream()
                    .sorted(Comparator.comparingInt(Node::id))
                    .forEach(node -> resources.add(new ConfigResource(ConfigResource.Type.BROKER, node.idString())));
            for (Config config : describe(resources, "reading the settings of brokers")) {
                values.add(text(config, true));
            }
        } catch (DriverException e) {
            if (!(e.getCause() instanceof AuthorizationException)) {
                throw e;
            }
            values.add(Map.of(NOT_READABLE, e.getMessage()));
        }
        return values.text();
    }

    private List<Config> describe(List<ConfigResource> resources, String doing) throws DriverException {
        List<Config> configs = new ArrayList<>();
        for (int from = 0; from < resources.size(); from += CHUNK) {
            List<ConfigResource> chunk = resources.subList(from, Math.min(from + CHUNK, resources.size()));
            Map<ConfigResource, Config> answers =
                    KafkaFailures.await(admin.describeConfigs(chunk).all(), doing, LIMIT_SECONDS);
            chunk.forEach(resource -> configs.add(Objects.requireNonNull(answers.get(resource))));
        }
        return configs;
    }

    private static Map<String, String> text(Config config, boolean withoutDefaults) {
        TreeMap<String, String> text = new TreeMap<>();
        for (ConfigEntry entry : config.entries()) {
            if (!(withoutDefaults && entry.isDefault())) {
                String value = Objects.requireNonNullElse(entry.value(), "");
                text.put(entry.name(), entry.isSensitive() ? Masking.HIDDEN : Masking.shown(entry.name(), value));
            }
        }
        return text;
    }
}
