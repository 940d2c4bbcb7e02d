package dev.assay.core.delivery;

import java.util.Map;

/**
 * What the consumers of one subscription on one worker received.
 *
 * @param subscription index of the subscription
 * @param received sequences by number of the producer
 * @param arrivals all messages of this trial whose header could be read, repeated and damaged ones included
 * @param outOfOrder first arrivals behind a later message of the same producer and partition
 * @param corrupted arrivals whose header or body did not match its checksum
 * @param unexpected arrivals with an intact header that belong to no producer of this trial
 */
public record SubscriptionLedger(
        int subscription,
        Map<Integer, SequenceSet> received,
        long arrivals,
        long outOfOrder,
        long corrupted,
        long unexpected) {
    public SubscriptionLedger {
        received = Map.copyOf(received);
    }
}
