package dev.assay.systems.rabbitmq;

import dev.assay.model.durability.DurabilityLevel;

public enum QueueKind {
    /** Has one copy on one node. */
    CLASSIC,
    /** Is a classic queue with a mirror on every other node, by a policy; gone in RabbitMQ 4.0. */
    MIRRORED,
    /** Is replicated by Raft. */
    QUORUM,
    /** Is a replicated log that keeps read messages and has its own protocol; the partitions of a topic are a super stream. */
    STREAM;

    /** Returns the name in scenarios, such as {@code quorum}. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Returns whether servers from 3.10 up to 3.12 store these queues in one of two versions. */
    boolean hasStorageVersions() {
        return this == CLASSIC || this == MIRRORED;
    }

    /** Returns the level that a publisher confirm promises. */
    DurabilityLevel confirms(Storage storage, int copies) {
        boolean synced = this == QUORUM || (this != STREAM && storage == Storage.FSYNCED);
        return DurabilityLevel.of(this != CLASSIC && copies > 1, synced);
    }

    /** Returns the reason for {@link #confirms}, as a phrase. */
    String reason(Storage storage, int copies) {
        String nodes = copies > 1 ? copies + " nodes" : "one node";
        return switch (this) {
            case CLASSIC -> "a classic queue is on one node, which confirms " + storage.phrase();
            case MIRRORED -> "a mirrored queue on " + nodes + ", all that are in sync, confirms " + storage.phrase();
            case QUORUM -> "a quorum queue on " + nodes + " confirms after a majority has fsynced its log";
            case STREAM -> "a stream on " + nodes + " confirms once a majority has written it, without fsync";
        };
    }

    /** Says what classic queues, mirrored or not, do with a message before they confirm it. */
    enum Storage {
        FSYNCED("a persistent message after its fsync"),
        /** Losses of power on 3.10.8 were counted: messages on both sides of 4 KiB differ in their syncs, and not in what is left. */
        INDEX_NOT_SYNCED(
                "a persistent message once it is written: version 2 of its storage syncs bodies above 4 KiB, but never the index that says which queue they are in"),
        /** RabbitMQ's message store no longer calls fsync from 3.13 on (rabbitmq-server pull request 8507). */
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
