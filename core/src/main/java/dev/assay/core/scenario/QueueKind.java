package dev.assay.core.scenario;

import dev.assay.core.durability.DurabilityLevel;

/** The kinds of queues that RabbitMQ has. */
public enum QueueKind {
    /** One copy on one node. */
    CLASSIC,
    /** A classic queue with a mirror on every other node, by a policy; gone in RabbitMQ 4.0. */
    MIRRORED,
    /** Replicated by Raft. */
    QUORUM,
    /** A replicated log, spoken to over AMQP. */
    STREAM,
    /** A replicated log, spoken to over its own protocol; the partitions of a topic are a super stream. */
    NATIVE_STREAM;

    /** Whether it is a log that keeps what was consumed. */
    public boolean isStream() {
        return this == STREAM || this == NATIVE_STREAM;
    }

    /** The name in scenarios, such as {@code native-stream}. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /**
     * What a publisher confirm promises.
     *
     * @param persistent whether messages are published as persistent; quorum queues and streams store all messages alike
     * @param copies how many nodes have a copy
     */
    DurabilityLevel confirms(boolean persistent, int copies) {
        boolean synced = this == QUORUM || (!isStream() && persistent);
        return DurabilityLevel.of(this != CLASSIC && copies > 1, synced);
    }

    /** Why {@link #confirms} says so, as a phrase. */
    String reason(boolean persistent, int copies) {
        String nodes = copies > 1 ? copies + " nodes" : "one node";
        return switch (this) {
            case CLASSIC ->
                "a classic queue is on one node, which confirms "
                        + (persistent ? "a persistent message after its fsync" : "a transient message from memory");
            case MIRRORED ->
                "a mirrored queue on " + nodes + " confirms "
                        + (persistent
                                ? "a persistent message after every mirror in sync has fsynced it"
                                : "a transient message once every mirror in sync has it in memory");
            case QUORUM -> "a quorum queue on " + nodes + " confirms after a majority has fsynced its log";
            case STREAM, NATIVE_STREAM ->
                "a stream on " + nodes + " confirms once a majority has written it, without fsync";
        };
    }
}
