package dev.assay.systems.memory.driver;

import dev.assay.driver.PendingSend;

/**
 * Holds a message that waits for its acknowledgement, with arrays of its own.
 *
 * @param index among all messages of the producer
 * @param completionNanos when it is to be acknowledged, by the clock of its process
 * @param position among the producer's messages on the partition
 */
@SuppressWarnings("ArrayRecordComponent") // It is never compared.
record PendingMessage(
        long index, long completionNanos, int partition, long position, byte[] payload, PendingSend pendingSend) {}
