package dev.assay.systems.rabbitmq.driver;

import dev.assay.systems.rabbitmq.QueueKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The arguments with which queues are declared ({@code x-...}). */
final class QueueArguments {
    static final String TYPE = "x-queue-type";
    static final String QUORUM_GROUP = "x-quorum-initial-group-size";
    static final String STREAM_GROUP = "x-initial-cluster-size";

    private static final Set<String> CLASSIC = Set.of("x-queue-mode", "x-queue-version", "x-queue-master-locator");
    private static final Set<String> QUORUM =
            Set.of(QUORUM_GROUP, "x-max-in-memory-length", "x-max-in-memory-bytes", "x-quorum-target-group-size");
    private static final Set<String> STREAM =
            Set.of(STREAM_GROUP, "x-stream-max-segment-size-bytes", "x-max-age", "x-stream-filter-size-bytes");
    private static final Set<String> QUEUES = Set.of("x-overflow", "x-max-length", "x-max-length-bytes", "x-expires");
    private static final Set<String> ALL = Set.of("x-queue-leader-locator", TYPE);

    private QueueArguments() {}

    static Set<String> names(QueueKind kind) {
        Set<String> names = new TreeSet<>(ALL);
        names.addAll(
                switch (kind) {
                    case CLASSIC, MIRRORED -> CLASSIC;
                    case QUORUM -> QUORUM;
                    case STREAM, NATIVE_STREAM -> STREAM;
                });
        if (!kind.isStream()) {
            names.addAll(QUEUES);
        }
        return names;
    }

    /**
     * What the driver itself declares a queue with. Leaders are spread by declaring each queue at another node, which
     * works because they are placed there ({@code client-local}) where nobody says otherwise.
     */
    static Map<String, RabbitMqSetting> defaults(QueueKind kind, int replication) {
        TreeMap<String, RabbitMqSetting> arguments = new TreeMap<>();
        RabbitMqSetting copies = new RabbitMqSetting(Integer.toString(replication), "copies of the scenario");
        switch (kind) {
            case CLASSIC, MIRRORED -> arguments.put(TYPE, queue("classic"));
            case QUORUM -> {
                arguments.put(TYPE, queue("quorum"));
                arguments.put(QUORUM_GROUP, copies);
            }
            case STREAM, NATIVE_STREAM -> {
                arguments.put(TYPE, queue("stream"));
                arguments.put(STREAM_GROUP, copies);
            }
        }
        return arguments;
    }

    private static RabbitMqSetting queue(String type) {
        return new RabbitMqSetting(type, "systems.rabbitmq.queue");
    }

    /** As the client wants them: whole numbers as such. */
    static Map<String, Object> values(Map<String, RabbitMqSetting> arguments) {
        Map<String, Object> values = new HashMap<>();
        arguments.forEach(
                (name, setting) -> values.put(name, typed(setting.value().strip())));
        return values;
    }

    private static Object typed(String value) {
        return value.matches("-?\\d{1,18}") ? (Object) Long.valueOf(value) : value;
    }
}
