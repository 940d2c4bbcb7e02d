package dev.assay.systems.rabbitmq;

import dev.assay.model.setting.Deletion;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingObjection;
import dev.assay.model.setting.SettingRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * @param nodes of the cluster
 * @param queue the kind of its queues
 */
public record RabbitMqSettingRules(int nodes, QueueKind queue) implements SettingRules {
    /** Prefixes of settings that make a node part of the cluster that Assay starts. */
    private static final List<String> ASSAYS_OWN = List.of(
            "listeners.tcp",
            "management.tcp.",
            "prometheus.tcp.",
            "stream.listeners.tcp",
            "stream.advertised_host",
            "stream.advertised_port",
            "cluster_formation.");

    /** Settings of ports. Several nodes share an address, so a port that a person chooses can be that of one only. */
    private static final List<String> OF_ONE_NODE =
            List.of("listeners.ssl", "management.ssl.port", "stream.listeners.ssl", "stream.advertised_tls_port");

    /** The prefix, in what servers report, of settings that a queue has by a policy. */
    public static final String OF_POLICY = "policy ";

    private static final int MAX_PRIORITY = 255;

    private static final Duration MILLISECOND = Duration.ofMillis(1);

    private static final String ELSEWHERE = "messages that go to another queue would be counted as lost";

    /** The setting with which a stream drops its oldest segments beyond an amount. */
    private static final Deletion OF_STREAMS = Deletion.always(SettingGroup.TOPIC, "x-max-length-bytes");

    /** Settings that delete messages: a full queue drops its oldest ones, unless it refuses new ones. */
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
            Map.entry("x-dead-letter-exchange", ELSEWHERE),
            Map.entry("x-dead-letter-routing-key", ELSEWHERE),
            Map.entry("x-dead-letter-strategy", ELSEWHERE),
            Map.entry(
                    QueueSettings.DELIVERY_LIMIT,
                    "a message that was delivered again that often is dropped, and would be counted as lost; Assay has no limit"),
            Map.entry("messageId", "the driver needs it to identify returned messages"),
            Map.entry("maxUnconfirmedMessages", "set systems.rabbitmq.confirm-window instead"),
            Map.entry("x-queue-type", "set systems.rabbitmq.queue instead"));

    public static boolean isAssaysOwn(String brokerSetting) {
        return ASSAYS_OWN.stream().anyMatch(brokerSetting::startsWith);
    }

    /** Returns whether that setting would give several nodes of a local cluster the same port. */
    public boolean isPortOfEachNode(String brokerSetting) {
        return nodes > 1 && OF_ONE_NODE.stream().anyMatch(brokerSetting::startsWith);
    }

    @Override
    public String system() {
        return "rabbitmq";
    }

    @Override
    public List<Deletion> deletions() {
        return queue == QueueKind.STREAM
                ? Stream.concat(Stream.of(OF_STREAMS), DELETIONS.stream()).toList()
                : DELETIONS;
    }

    @Override
    public @Nullable SettingObjection againstName(SettingGroup group, String name) {
        if (group == SettingGroup.TOPIC && QueueSettings.OF_CONSUMERS.contains(name)) {
            return SettingObjection.never(
                    "it is an argument of consumers, and queues take no notice of it",
                    "it belongs under " + SettingGroup.CONSUMER.path(system()));
        }
        if (group != SettingGroup.BROKER) {
            String reason = REFUSED.get(name);
            if (reason == null && group == SettingGroup.TOPIC) {
                reason = reasonOfKind(name);
            }
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

    /** Returns the reason against an argument that only queues of other kinds have, which a server refuses; null for others. */
    private @Nullable String reasonOfKind(String name) {
        String kinds = QueueSettings.kindsWith(name);
        return kinds.isEmpty() || QueueSettings.of(queue).contains(name)
                ? null
                : "servers refuse it for a " + queue + ", and take it for " + kinds;
    }

    @Override
    public @Nullable SettingObjection againstValue(SettingGroup group, String name, Map<String, String> settings) {
        String value = settings.getOrDefault(name, "").strip();
        return switch (group == SettingGroup.TOPIC ? name : "") {
            case QueueSettings.SINGLE_ACTIVE -> value.matches("true|false") ? null : mustBe("true or false", value);
            case "x-max-priority" ->
                value.matches("[1-9][0-9]{0,2}") && Integer.parseInt(value) <= MAX_PRIORITY
                        ? null
                        : mustBe("a whole number from 1 to " + MAX_PRIORITY, value);
            case "x-max-length",
                    "x-max-length-bytes",
                    "x-stream-max-segment-size-bytes",
                    QueueSettings.QUORUM_GROUP,
                    QueueSettings.STREAM_GROUP -> value.matches("[0-9]{1,18}") ? null : mustBe("a whole number", value);
            default -> null;
        };
    }

    private static SettingObjection mustBe(String needed, String value) {
        return SettingObjection.value("must be " + needed + ", but is '" + value + "'", "correct it, or remove it");
    }
}
