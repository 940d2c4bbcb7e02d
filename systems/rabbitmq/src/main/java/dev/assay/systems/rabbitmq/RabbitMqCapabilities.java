package dev.assay.systems.rabbitmq;

import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.Workload;
import dev.assay.model.unit.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

final class RabbitMqCapabilities {
    /** The largest message that amqp-client accepts from a server; its properties have no name for it. */
    private static final long CLIENT_BYTES = 64L << 20;

    /** The default of {@code max_message_size} of servers before 4.0. */
    private static final long EARLIER_SERVER_BYTES = 128L << 20;

    /** The default of {@code max_message_size} of servers from 4.0 on. */
    private static final long SERVER_BYTES = 16L << 20;

    /** The server's default of {@code stream.frame_max}, and stream-client's. */
    private static final long FRAME_BYTES = 1L << 20;

    /** Bytes of a frame kept free for all but the message. */
    private static final long FRAMING = 1_024;

    private static final String QUEUE = "systems.rabbitmq.queue";

    private static final int MAX_PARTITIONS = 2_000;

    /** The server's default of {@code channel_max}, and amqp-client's. */
    private static final long CHANNELS = 2_047;

    /** A client of streams waits in whole milliseconds. */
    private static final Duration SHORTEST_LINGER = Duration.ofMillis(1);

    private RabbitMqCapabilities() {}

    static SystemCapabilities of(QueueKind queue, String version, VendorSettings settings) {
        if (queue == QueueKind.STREAM) {
            long frame = lower(settings, "requestedMaxFrameSize", "stream.frame_max", FRAME_BYTES);
            return new SystemCapabilities(Math.max(0, frame - FRAMING), MAX_PARTITIONS, true);
        }
        long usual = RabbitMqRelease.isAtLeast(version, 4, 0) ? SERVER_BYTES : EARLIER_SERVER_BYTES;
        long bytes =
                VendorSettings.number(settings.broker(), "max_message_size").orElse(usual);
        // A consumer has a channel for each partition.
        long channels = lower(settings, "connection.channel.max", "channel_max", CHANNELS);
        return new SystemCapabilities(Math.min(CLIENT_BYTES, bytes), (int) Math.min(MAX_PARTITIONS, channels), true);
    }

    /** Returns the value on which client and server agree: the lower of the two, where 0 stands for no limit. */
    private static long lower(VendorSettings settings, String client, String server, long usual) {
        return Math.min(limit(settings.client(), client, usual), limit(settings.broker(), server, usual));
    }

    private static long limit(Map<String, String> settings, String name, long usual) {
        long limit = VendorSettings.number(settings, name).orElse(usual);
        return limit == 0 ? Long.MAX_VALUE : limit;
    }

    static List<Incompatibility> refusals(RabbitMqSpec spec, Workload workload) {
        List<Incompatibility> refusals = new ArrayList<>();
        QueueKind queue = spec.queue();
        if (queue == QueueKind.MIRRORED && RabbitMqRelease.isAtLeast(spec.version(), 4, 0)) {
            refusals.add(Incompatibility.of(
                    QUEUE,
                    "RabbitMQ " + spec.version() + " has no mirrored queues: 3.13 was the last release with them",
                    "use quorum, or an earlier version"));
        }
        if (queue == QueueKind.STREAM && workload.maxConsumersOutsideQueues() > 1) {
            refusals.add(Incompatibility.of(
                    QUEUE,
                    "a subscription reads a " + queue + " with one consumer, but workload.consumers is "
                            + workload.maxConsumersOutsideQueues(),
                    "set workload.consumers to 1, or use classic or quorum"));
        }
        refusals.addAll(refusals(queue, workload));
        return refusals;
    }

    private static List<Incompatibility> refusals(QueueKind queue, Workload workload) {
        List<Incompatibility> refusals = new ArrayList<>();
        if (queue != QueueKind.STREAM && workload.allSubscriptions().isEmpty()) {
            refusals.add(Incompatibility.of(
                    "workload.subscriptions",
                    "RabbitMQ has a " + queue
                            + " queue for each subscription: without one, messages have nowhere to go",
                    "set it to 1 or more, or use stream"));
        }
        Duration linger = workload.batching().linger();
        boolean gathers = workload.batching().size().bytes() > 0 && linger.isPositive();
        if (queue == QueueKind.STREAM && gathers && linger.compareTo(SHORTEST_LINGER) < 0) {
            refusals.add(Incompatibility.of(
                    "workload.batching.linger",
                    "streams batch messages for at least 1 ms, but linger is " + DurationText.format(linger),
                    "set it to 1 ms or more, or to 0, which leaves it to the client"));
        }
        return refusals;
    }
}
