package dev.assay.systems.rabbitmq;

import dev.assay.model.durability.DurabilityLevel;

/** The kinds of queues that RabbitMQ has. */
public enum QueueKind {
    /** One copy on one node. */
    CLASSIC,
    /** A classic queue with a mirror on every other node, by a policy; gone in RabbitMQ 4.0. */
    MIRRORED,
    /** Replicated by Raft. */
    QUORUM,
    /**
     * A replicated log that keeps what was consumed, spoken to over its own protocol; the partitions of a topic are a super
     * stream.
     */
    STREAM;

    /** The name in scenarios, such as {@code quorum}. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Whether servers from 3.10 up to 3.12 have them in one of two versions of storage. */
    boolean hasStorageVersions() {
        return this == CLASSIC || this == MIRRORED;
    }

    /** What a publisher confirm promises on so many nodes. */
    DurabilityLevel confirms(Storage storage, int copies) {
        boolean synced = this == QUORUM || (this != STREAM && storage == Storage.FSYNCED);
        return DurabilityLevel.of(this != CLASSIC && copies > 1, synced);
    }

    /** Why {@link #confirms} says so, as a phrase. */
    String reason(Storage storage, int copies) {
        String nodes = copies > 1 ? copies + " nodes" : "one node";
        return switch (this) {
            case CLASSIC -> "a classic queue is on one node, which confirms " + storage.phrase();
            case MIRRORED -> "a mirrored queue on " + nodes + ", all that are in sync, confirms " + storage.phrase();
            case QUORUM -> "a quorum queue on " + nodes + " confirms after a majority has fsynced its log";
            case STREAM -> "a stream on " + nodes + " confirms once a majority has written it, without fsync";
        };
    }

    /** What classic queues, mirrored or not, do with a message before they confirm it. */
    enum Storage {
        FSYNCED("a persistent message after its fsync"),
        /** Counted, and lost with the power, on 3.10.8: messages on both sides of 4 KiB differ in their syncs, and not in what is left. */
        INDEX_NOT_SYNCED(
                "a persistent message once it is written: version 2 of its storage syncs bodies above 4 KiB, but never the index that says which queue they are in"),
        /** RabbitMQ's message store calls fsync no more from 3.13 on (rabbitmq-server pull request 8507). */
        WRITTEN("a persistent message once it is written, without fsync, from RabbitMQ 3.13 on"),
        IN_MEMORY("a transient message from memory");

        private final String phrase;

        Storage(String phrase) {
            this.phrase = phrase;
        }

        String phrase() {
            return phrase;
        }
    }
}
