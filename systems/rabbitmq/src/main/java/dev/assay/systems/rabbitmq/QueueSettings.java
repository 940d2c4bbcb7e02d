package dev.assay.systems.rabbitmq;

import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingList;
import dev.assay.model.setting.SettingNames;
import dev.assay.model.spec.VendorSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Lists the arguments of queues and consumers ({@code x-...}), which servers know and clients only pass on (rabbitmq-server: {@code
 * queue_arguments} and {@code consumer_arguments} of each type of queue, up to 4.3). A server refuses arguments of other types only, and
 * ignores unknown ones.
 */
public final class QueueSettings {
    public static final String TYPE = "x-queue-type";

    public static final String QUORUM_GROUP = "x-quorum-initial-group-size";

    /** How often a quorum queue delivers a message again before it drops it. */
    public static final String DELIVERY_LIMIT = "x-delivery-limit";

    public static final String STREAM_GROUP = "x-initial-cluster-size";

    /** Gives a queue's messages to one consumer only, whatever their number. */
    public static final String SINGLE_ACTIVE = "x-single-active-consumer";

    /** Arguments of consumers over AMQP. */
    public static final Set<String> OF_CONSUMERS = Set.of("x-priority", "x-cancel-on-ha-failover");

    /** The prefix of arguments; those that no list has are passed on. */
    public static final String ARGUMENT = "x-";

    private static final String MAX_LENGTH = "x-max-length";
    private static final String MAX_LENGTH_BYTES = "x-max-length-bytes";

    private static final Set<String> CLASSIC =
            Set.of("x-queue-mode", "x-queue-version", "x-queue-master-locator", "x-max-priority");
    private static final Set<String> QUORUM = Set.of(
            QUORUM_GROUP,
            DELIVERY_LIMIT,
            "x-max-in-memory-length",
            "x-max-in-memory-bytes",
            "x-quorum-target-group-size",
            "x-dead-letter-strategy",
            "x-consumer-timeout",
            "x-consumer-disconnected-timeout",
            "x-delayed-retry-type",
            "x-delayed-retry-min",
            "x-delayed-retry-max",
            "x-member-placement-tag");
    private static final Set<String> STREAM = Set.of(
            STREAM_GROUP,
            MAX_LENGTH_BYTES,
            "x-stream-max-segment-size-bytes",
            "x-max-age",
            "x-stream-filter-size-bytes");
    private static final Set<String> QUEUES = Set.of(
            "x-overflow",
            MAX_LENGTH,
            MAX_LENGTH_BYTES,
            "x-message-ttl",
            "x-expires",
            "x-dead-letter-exchange",
            "x-dead-letter-routing-key",
            SINGLE_ACTIVE);
    private static final Set<String> ALL = Set.of("x-queue-leader-locator", TYPE);

    private QueueSettings() {}

    public static Set<String> of(QueueKind kind) {
        Set<String> names = new TreeSet<>(ALL);
        names.addAll(
                switch (kind) {
                    case CLASSIC, MIRRORED -> CLASSIC;
                    case QUORUM -> QUORUM;
                    case STREAM -> STREAM;
                });
        if (kind != QueueKind.STREAM) {
            names.addAll(QUEUES);
        }
        return names;
    }

    /** Returns the kinds of queues that have an argument, comma-separated; empty where it is in no list. */
    static String kindsWith(String argument) {
        return Arrays.stream(QueueKind.values())
                .filter(kind -> of(kind).contains(argument))
                .map(QueueKind::toString)
                .collect(Collectors.joining(", "));
    }

    public static String notListed() {
        List<String> releases =
                SettingList.beside(QueueSettings.class, "broker").releases();
        return "not in our list of RabbitMQ " + releases.getLast().replaceFirst("^(\\d+\\.\\d+).*", "$1");
    }

    public static boolean isUnlisted(String name) {
        return name.startsWith(ARGUMENT) && kindsWith(name).isEmpty() && !OF_CONSUMERS.contains(name);
    }

    /** Returns a note for each argument that is passed on although no list has it. */
    static Map<String, String> notes(QueueKind kind, VendorSettings settings) {
        Map<String, String> notes = new TreeMap<>();
        for (String limit : List.of(MAX_LENGTH, MAX_LENGTH_BYTES)) {
            if (kind == QueueKind.QUORUM && settings.topic().containsKey(limit)) {
                notes.put(
                        SettingGroup.TOPIC.path("rabbitmq").to(limit).toString(),
                        "a quorum queue takes more than that before it refuses messages: those that were on their way when it was full");
            }
        }
        SettingNames known = SettingNames.of("RabbitMQ", of(kind));
        for (Map.Entry<String, String> setting : settings.topic().entrySet()) {
            if (isUnlisted(setting.getKey())) {
                List<String> near = known.nearest(setting.getKey());
                notes.put(
                        SettingGroup.TOPIC.path("rabbitmq").to(setting.getKey()).toString(),
                        "passed on, but %s%s"
                                .formatted(
                                        notListed(),
                                        near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?"));
            }
        }
        return notes;
    }
}
