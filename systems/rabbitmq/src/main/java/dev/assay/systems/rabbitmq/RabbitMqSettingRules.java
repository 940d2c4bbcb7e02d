package dev.assay.systems.rabbitmq;

import dev.assay.model.setting.Deletion;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingObjection;
import dev.assay.model.setting.SettingRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which RabbitMQ settings can't be taken, and why.
 *
 * @param nodes of the cluster
 */
public record RabbitMqSettingRules(int nodes) implements SettingRules {
    /** What makes a node part of the cluster that Assay starts: how the names begin. */
    private static final List<String> ASSAYS_OWN = List.of(
            "listeners.tcp",
            "management.tcp.",
            "prometheus.tcp.",
            "stream.listeners.tcp",
            "stream.advertised_host",
            "stream.advertised_port",
            "cluster_formation.");

    /** Several nodes share an address, so a port that a person chooses can be that of one only. */
    private static final List<String> OF_ONE_NODE =
            List.of("listeners.ssl", "management.ssl.port", "stream.listeners.ssl", "stream.advertised_tls_port");

    /** How the names of settings begin that a queue has by a policy, in what servers report. */
    public static final String OF_POLICY = "policy ";

    private static final Duration MILLISECOND = Duration.ofMillis(1);

    /** A queue that is full drops its oldest messages, unless it refuses new ones. */
    private static final List<Deletion> DELETIONS = List.of(
            Deletion.always(SettingGroup.PRODUCER, "expiration"),
            Deletion.always(SettingGroup.TOPIC, "x-expires", MILLISECOND),
            Deletion.always(SettingGroup.TOPIC, "x-message-ttl", MILLISECOND),
            Deletion.always(SettingGroup.TOPIC, "x-max-age"),
            Deletion.unless(SettingGroup.TOPIC, "x-max-length", "x-overflow", "reject-publish"),
            Deletion.unless(SettingGroup.TOPIC, "x-max-length-bytes", "x-overflow", "reject-publish"),
            Deletion.always(SettingGroup.TOPIC, OF_POLICY + "expires", MILLISECOND),
            Deletion.always(SettingGroup.TOPIC, OF_POLICY + "message-ttl", MILLISECOND),
            Deletion.always(SettingGroup.TOPIC, OF_POLICY + "max-age"),
            Deletion.unless(SettingGroup.TOPIC, OF_POLICY + "max-length", OF_POLICY + "overflow", "reject-publish"),
            Deletion.unless(
                    SettingGroup.TOPIC, OF_POLICY + "max-length-bytes", OF_POLICY + "overflow", "reject-publish"),
            Deletion.always(SettingGroup.BROKER, "default_policies.operator.$id.delivery_limit"),
            Deletion.always(SettingGroup.BROKER, "default_policies.operator.$id.expires"),
            Deletion.always(SettingGroup.BROKER, "default_policies.operator.$id.max_length"),
            Deletion.always(SettingGroup.BROKER, "default_policies.operator.$id.max_length_bytes"),
            Deletion.always(SettingGroup.BROKER, "default_policies.operator.$id.message_ttl"));

    private static final String WHERE = "set systems.rabbitmq.uri and stream.uri instead";
    private static final String RECOVERY = "the driver reconnects itself, so that each message keeps its own outcome";
    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("host", WHERE),
            Map.entry("port", WHERE),
            Map.entry("uri", WHERE),
            Map.entry("connection.recovery.enabled", RECOVERY),
            Map.entry("connection.recovery.interval", RECOVERY),
            Map.entry("topology.recovery.enabled", RECOVERY),
            Map.entry("id", "clients are named by Assay"),
            Map.entry("name", "with a name, the server would drop messages that it takes for duplicates"),
            Map.entry("stream", "topics are named by Assay"),
            Map.entry("superStream", "topics are named by Assay"),
            Map.entry("deliveryMode", "set systems.rabbitmq.persistent instead"),
            Map.entry("messageId", "the driver needs it to identify returned messages"),
            Map.entry("maxUnconfirmedMessages", "set systems.rabbitmq.confirm-window instead"),
            Map.entry("x-queue-type", "set systems.rabbitmq.queue instead"));

    /** Whether Assay sets that setting of each node that it starts. */
    public static boolean isAssaysOwn(String brokerSetting) {
        return ASSAYS_OWN.stream().anyMatch(brokerSetting::startsWith);
    }

    /** Whether that setting would give several nodes of a local cluster the same port. */
    public boolean isPortOfEachNode(String brokerSetting) {
        return nodes > 1 && OF_ONE_NODE.stream().anyMatch(brokerSetting::startsWith);
    }

    @Override
    public String system() {
        return "rabbitmq";
    }

    @Override
    public List<Deletion> deletions() {
        return DELETIONS;
    }

    @Override
    public @Nullable SettingObjection againstName(SettingGroup group, String name) {
        if (group != SettingGroup.BROKER) {
            String reason = REFUSED.get(name);
            return reason == null ? null : SettingObjection.never(reason);
        }
        if (isAssaysOwn(name)) {
            return SettingObjection.setByAssay();
        }
        return isPortOfEachNode(name)
                ? SettingObjection.never(
                        "all " + nodes + " nodes share one address, so only one of them can have a port",
                        "set systems.rabbitmq.nodes to 1, or use deployment: existing")
                : null;
    }

    @Override
    public @Nullable SettingObjection againstValue(SettingGroup group, String name, Map<String, String> settings) {
        return null;
    }
}
