package dev.assay.systems.rabbitmq;

import java.util.Set;
import java.util.TreeSet;

/** The arguments of queues and consumers ({@code x-...}), which servers know and clients only pass on. */
public final class QueueSettings {
    /** Which kind of queue it is. */
    public static final String TYPE = "x-queue-type";

    /** Members that a quorum queue starts with. */
    public static final String QUORUM_GROUP = "x-quorum-initial-group-size";

    /** How often a quorum queue delivers a message again before it drops it. */
    public static final String DELIVERY_LIMIT = "x-delivery-limit";

    /** Replicas that a stream starts with. */
    public static final String STREAM_GROUP = "x-initial-cluster-size";

    /** Arguments of consumers over AMQP. */
    public static final Set<String> OF_CONSUMERS = Set.of("x-priority", "x-cancel-on-ha-failover");

    private static final Set<String> CLASSIC = Set.of("x-queue-mode", "x-queue-version", "x-queue-master-locator");
    private static final Set<String> QUORUM =
            Set.of(QUORUM_GROUP, "x-max-in-memory-length", "x-max-in-memory-bytes", "x-quorum-target-group-size");
    private static final Set<String> STREAM =
            Set.of(STREAM_GROUP, "x-stream-max-segment-size-bytes", "x-max-age", "x-stream-filter-size-bytes");
    private static final Set<String> QUEUES = Set.of("x-overflow", "x-max-length", "x-max-length-bytes", "x-expires");
    private static final Set<String> ALL = Set.of("x-queue-leader-locator", TYPE);

    private QueueSettings() {}

    /** The arguments with which queues of that kind are declared. */
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
}
