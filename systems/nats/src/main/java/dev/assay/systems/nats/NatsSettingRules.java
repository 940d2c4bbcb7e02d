package dev.assay.systems.nats;

import dev.assay.model.setting.Deletion;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingObjection;
import dev.assay.model.setting.SettingRules;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** @param copies of each stream */
public record NatsSettingRules(int copies) implements SettingRules {
    /** Settings that make a node part of the cluster that Assay starts. */
    private static final Set<String> ASSAYS_OWN = Set.of(
            "listen", "http", "server_name", "cluster.name", "cluster.listen", "cluster.routes", "jetstream.store_dir");

    private static final String NAMED = "streams are named by Assay";
    private static final String UNANSWERED =
            "without it the driver is not told that a stream has no leader, and waits in vain";
    private static final String CLASS = "it names a class: a worker loads only the client's own";
    private static final String PREFIX = "io.nats.client.";

    private static final Map<String, String> OF_CLIENTS = Map.ofEntries(
            Map.entry("url", "set systems.nats.url instead"),
            Map.entry("servers", "set systems.nats.url instead"),
            Map.entry("name", "clients are named by Assay"),
            Map.entry("noheaders", UNANSWERED),
            Map.entry("nonoresponders", UNANSWERED),
            Map.entry("outgoingqueue.discardwhenfull", "messages would be dropped without an outcome"),
            Map.entry("use.old.request.style", "acknowledgements could not be told apart from answers to others"),
            Map.entry("token.supplier", CLASS),
            Map.entry("dataport.type", CLASS),
            Map.entry("time.trace", CLASS),
            Map.entry("statisticscollector", CLASS),
            Map.entry("callback.connection", CLASS),
            Map.entry("callback.error", CLASS));

    private static final Map<String, String> OF_STREAMS = Map.ofEntries(
            Map.entry("name", NAMED),
            Map.entry("subjects", NAMED),
            Map.entry("num_replicas", "set systems.nats.replication instead"),
            Map.entry("storage", "set systems.nats.storage instead"),
            Map.entry("retention", "set systems.nats.retention instead"),
            Map.entry("no_ack", "without acknowledgements there is nothing to measure"));

    private static final Map<String, String> OF_CONSUMERS = Map.ofEntries(
            Map.entry("durable_name", "the subscription's name is the consumer's"),
            Map.entry("name", "the subscription's name is the consumer's"),
            Map.entry("ack_policy", "set systems.nats.acknowledgement instead"),
            Map.entry("deliver_policy", "a subscription starts at the oldest message"),
            Map.entry("max_deliver", "a message that is not delivered again would be counted as lost"),
            Map.entry("inactive_threshold", "a consumer that is deleted meanwhile would start anew"),
            Map.entry("batch_size", "set systems.nats.prefetch instead"));

    /** The shortest window of duplicates, by the message with which nats-server 2.15.1 refuses a shorter one. */
    private static final Duration SHORTEST_WINDOW = Duration.ofMillis(100);

    /** Settings that delete messages: a full stream drops its oldest ones, unless it refuses new ones. */
    private static final List<Deletion> DELETIONS = List.of(
            Deletion.always(SettingGroup.TOPIC, "max_age", Duration.ofNanos(1)),
            Deletion.always(SettingGroup.TOPIC, "max_msgs_per_subject"),
            Deletion.unless(SettingGroup.TOPIC, "max_bytes", "discard", "new"),
            Deletion.unless(SettingGroup.TOPIC, "max_msgs", "discard", "new"));

    public static boolean isAssaysOwn(String brokerSetting) {
        return ASSAYS_OWN.contains(brokerSetting);
    }

    @Override
    public String system() {
        return "nats";
    }

    @Override
    public List<Deletion> deletions() {
        return DELETIONS;
    }

    @Override
    public @Nullable SettingObjection againstName(SettingGroup group, String name) {
        String reason = switch (group) {
            case BROKER, PRODUCER -> null;
            case CLIENT -> againstClients(name);
            case TOPIC -> OF_STREAMS.get(name);
            case CONSUMER -> OF_CONSUMERS.get(name);
        };
        if (group == SettingGroup.BROKER && isAssaysOwn(name)) {
            return SettingObjection.setByAssay();
        }
        return reason == null ? null : SettingObjection.never(reason);
    }

    /** Looks for names with and without the prefix, since the client takes most of them in both forms. */
    private static @Nullable String againstClients(String name) {
        String plain = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
        String lower = plain.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".class") || lower.endsWith("_class")) {
            return CLASS;
        }
        return OF_CLIENTS.get(plain);
    }

    @Override
    public @Nullable SettingObjection againstValue(SettingGroup group, String name, Map<String, String> settings) {
        String value = settings.getOrDefault(name, "");
        return switch (group) {
            case TOPIC -> againstStream(name, value);
            case CONSUMER ->
                JetStreamSettings.CONSUMER.has(name)
                        ? againstText(JetStreamSettings.CONSUMER, name, value)
                        : againstText(JetStreamSettings.PULL, name, value);
            case BROKER -> againstServer(name, value);
            case CLIENT, PRODUCER -> null;
        };
    }

    private static @Nullable SettingObjection againstServer(String name, String value) {
        String objection = NatsServerValues.objection(name, value);
        return objection == null ? null : SettingObjection.value(objection, "write it as the server reads it");
    }

    private @Nullable SettingObjection againstStream(String name, String value) {
        if (name.equals("persist_mode") && value.strip().equals("async") && copies > 1) {
            return SettingObjection.value(
                    "is async, which servers allow only for streams with one copy, but there are " + copies,
                    "set systems.nats.replication to 1, or remove it");
        }
        SettingObjection objection = againstText(JetStreamSettings.STREAM, name, value);
        if (objection == null && name.equals("duplicate_window")) {
            long nanos = Long.parseLong(JetStreamSettings.STREAM.json(name, value));
            return nanos > 0 && nanos < SHORTEST_WINDOW.toNanos()
                    ? SettingObjection.mustBe("at least 100 ms", value.strip(), "servers refuse a shorter one")
                    : null;
        }
        return objection;
    }

    private static @Nullable SettingObjection againstText(JetStreamSettings settings, String name, String value) {
        if (!settings.has(name)) {
            return null;
        }
        try {
            settings.json(name, value);
            return null;
        } catch (IllegalArgumentException e) {
            return SettingObjection.value(String.valueOf(e.getMessage()), "correct it, or remove it");
        }
    }
}
