package dev.assay.systems.memory.driver;

import dev.assay.driver.PendingSend;

/**
 * A message that waits for its acknowledgement. The arrays are its own.
 *
 * @param index among all messages of the producer
 * @param completionNanos when, by the clock of its process, it is to be acknowledged
 * @param position among the producer's messages on the partition
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PendingMessage(
        long index, long completionNanos, int partition, long position, byte[] payload, PendingSend pendingSend) {}
