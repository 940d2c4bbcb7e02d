package dev.assay.driver.memory;

import dev.assay.driver.SendTicket;

/** A message that waits for its acknowledgement. */
final class Pending {
    private final long index;
    private final long completionNanos;
    private final int partition;
    private final byte[] payload;
    private final SendTicket ticket;

    Pending(long index, long completionNanos, int partition, byte[] payload, SendTicket ticket) {
        this.index = index;
        this.completionNanos = completionNanos;
        this.partition = partition;
        this.payload = payload;
        this.ticket = ticket;
    }

    long index() {
        return index;
    }

    long completionNanos() {
        return completionNanos;
    }

    int partition() {
        return partition;
    }

    byte[] payload() {
        return payload;
    }

    SendTicket ticket() {
        return ticket;
    }
}
