package dev.assay.systems.rabbitmq.driver;

import dev.assay.core.scenario.text.NearestNames;
import dev.assay.systems.rabbitmq.QueueKind;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which vendor settings can't be taken, and why. */
final class RabbitMqSettingRules {
    private static final String LOST = "what it drops would be counted as lost";
    private static final String WHERE = "say where the cluster is with systems.rabbitmq.uri and stream.uri";
    private static final String RECOVERY =
            "the driver connects again itself, so that each message keeps its own outcome and each position its place";
    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("host", WHERE),
            Map.entry("port", WHERE),
            Map.entry("uri", WHERE),
            Map.entry("connection.recovery.enabled", RECOVERY),
            Map.entry("connection.recovery.interval", RECOVERY),
            Map.entry("topology.recovery.enabled", RECOVERY),
            Map.entry("id", "clients are named by Assay"),
            Map.entry("name", "a name would have the server drop what it takes for a repetition"),
            Map.entry("stream", "topics are named by Assay"),
            Map.entry("superStream", "topics are named by Assay"),
            Map.entry("deliveryMode", "say it with systems.rabbitmq.persistent"),
            Map.entry("expiration", LOST),
            Map.entry("x-expires", LOST),
            Map.entry("x-max-age", LOST),
            Map.entry("messageId", "the driver needs it to tell which message was returned"),
            Map.entry("maxUnconfirmedMessages", "say it with systems.rabbitmq.confirm-window"),
            Map.entry("x-stream-offset", "a subscription starts at the oldest message"),
            Map.entry("x-queue-type", "say it with systems.rabbitmq.queue"));

    private RabbitMqSettingRules() {}

    /** All problems of a group's settings, each a sentence; empty when there is none. */
    static List<String> problems(QueueKind kind, RabbitMqSettingGroup group, Map<String, String> settings) {
        return new TreeMap<>(settings)
                .keySet().stream()
                        .map(name -> problem(kind, group, name, settings))
                        .filter(Objects::nonNull)
                        .toList();
    }

    private static @Nullable String problem(
            QueueKind kind, RabbitMqSettingGroup group, String name, Map<String, String> settings) {
        String path = group.path() + "." + name;
        String refused = REFUSED.get(name);
        if (refused != null) {
            return path + " can't be set: " + refused;
        }
        if (!group.names(kind).contains(name) && !name.startsWith("client.properties.")) {
            return unknown(kind, group, name);
        }
        if (name.startsWith("x-max-length") && !"reject-publish".equals(settings.get("x-overflow"))) {
            return path + " can be set only together with x-overflow: reject-publish: " + LOST;
        }
        return null;
    }

    private static String unknown(QueueKind kind, RabbitMqSettingGroup group, String name) {
        List<String> near = NearestNames.of(name, group.names(kind));
        Set<String> homes = new LinkedHashSet<>();
        for (RabbitMqSettingGroup other : RabbitMqSettingGroup.values()) {
            if (other.names(kind).contains(name)) {
                homes.add(other.path());
            }
        }
        String advice = "see the vendor's documentation for the names";
        if (!homes.isEmpty()) {
            advice = "it belongs under " + String.join(" or ", homes);
        } else if (!near.isEmpty()) {
            advice = "did you mean " + String.join(" or ", near) + "?";
        }
        return group.path() + "." + name + " is no " + group + " setting that RabbitMQ knows for queue: " + kind + "; "
                + advice;
    }
}
