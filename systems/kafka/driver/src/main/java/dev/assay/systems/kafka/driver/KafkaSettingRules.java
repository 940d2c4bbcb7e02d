package dev.assay.systems.kafka.driver;

import dev.assay.core.scenario.text.NearestNames;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Says which of a scenario's vendor settings can't be taken, and why. */
final class KafkaSettingRules {
    private static final String FORMAT =
            "Assay's messages are byte arrays with a header of their own, so the (de)serializers are the driver's";
    private static final Map<String, String> REFUSED = Map.of(
            "key.serializer", FORMAT,
            "value.serializer", FORMAT,
            "key.deserializer", FORMAT,
            "value.deserializer", FORMAT,
            "group.id", "the subscription's name is the group, or deliveries could not be counted per subscription",
            "bootstrap.servers", "say where the cluster is with systems.kafka.bootstrap.servers",
            "bootstrap.controllers", "the driver talks to brokers, not to controllers",
            "transactional.id",
                    "the driver sends no transactions; use enable.idempotence for retries without duplicates",
            "group.instance.id", "each consumer of a subscription would claim to be the same member");

    private KafkaSettingRules() {}

    /** All problems of a group's settings, each a sentence; empty when there is none. */
    static List<String> problems(KafkaSettingGroup group, Map<String, String> settings) {
        return new TreeMap<>(settings)
                .entrySet().stream()
                        .map(entry -> problem(group, entry.getKey(), entry.getValue()))
                        .filter(text -> text != null)
                        .toList();
    }

    private static @Nullable String problem(KafkaSettingGroup group, String name, String value) {
        String refused = REFUSED.get(name);
        if (refused != null) {
            return group.path() + "." + name + " can't be set: " + refused;
        }
        if (!group.knows(name)) {
            return unknown(group, name);
        }
        if (name.equals("auto.offset.reset") && !value.equals("earliest")) {
            return group.path() + "." + name + " must be earliest, but is " + value
                    + ": messages sent before a consumer is assigned would be skipped and counted as lost";
        }
        return KafkaSettingGroup.namesClasses(name) ? foreignClass(group, name, value) : null;
    }

    private static String unknown(KafkaSettingGroup group, String name) {
        List<String> near = NearestNames.of(name, group.names());
        Set<String> homes = new LinkedHashSet<>();
        for (KafkaSettingGroup other : KafkaSettingGroup.values()) {
            if (other.names().contains(name)) {
                homes.add(other.path());
            }
        }
        String advice = "see the vendor's documentation for the names";
        if (!homes.isEmpty()) {
            advice = "it belongs under " + String.join(" or ", homes);
        } else if (!near.isEmpty()) {
            advice = "did you mean " + String.join(" or ", near) + "?";
        }
        return group.path() + "." + name + " is no " + group + " setting that this Kafka client knows; " + advice;
    }

    /** A worker loads no class that a scenario names, except for the vendor's own. */
    private static @Nullable String foreignClass(KafkaSettingGroup group, String name, String value) {
        List<String> foreign = Arrays.stream(value.split(","))
                .map(String::strip)
                .filter(type -> !type.isEmpty() && !type.startsWith("org.apache.kafka."))
                .toList();
        return foreign.isEmpty()
                ? null
                : group.path() + "." + name + " names the class " + foreign.getFirst()
                        + ": a worker loads only the classes of the Kafka client itself (org.apache.kafka)";
    }
}
