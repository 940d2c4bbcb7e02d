package dev.assay.systems.rabbitmq;

import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingObjection;
import dev.assay.model.setting.SettingRules;
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

    private static final String LOST = "messages that it drops would be counted as lost";
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
            Map.entry("expiration", LOST),
            Map.entry("x-expires", LOST),
            Map.entry("x-max-age", LOST),
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
        boolean drops = group == SettingGroup.TOPIC
                && name.startsWith("x-max-length")
                && !"reject-publish".equals(settings.get("x-overflow"));
        return drops
                ? SettingObjection.value(
                        "can be set only together with x-overflow: reject-publish: " + LOST,
                        "set x-overflow as well, or remove it")
                : null;
    }
}
