package dev.assay.model.delivery;

import java.util.List;
import java.util.Map;

/**
 * Holds what the consumers of one subscription on one worker received.
 *
 * @param subscription index of the subscription
 * @param received sequences by number of the producer
 * @param phases what is known of the arrivals of each phase, beside the sequences
 * @param corrupted arrivals whose header did not match its checksum, so that nothing more is known of them
 * @param unexpected arrivals with an intact header that belong to no producer of this trial
 */
public record SubscriptionLedger(
        int subscription,
        Map<Integer, SequenceSet> received,
        List<PhaseArrivals> phases,
        long corrupted,
        long unexpected) {
    /**
     * Counts arrivals of the messages of one phase.
     *
     * @param repeated of messages that had arrived at this worker before
     * @param redelivered that the system itself marks as redeliveries, whether an earlier delivery arrived or not; 0 where its
     *     client does not tell
     * @param outOfOrder first arrivals behind a later message of the same producer and partition
     * @param corrupted with an intact header, but a body that did not match its checksum
     */
    public record PhaseArrivals(long repeated, long redelivered, long outOfOrder, long corrupted) {
        public static final PhaseArrivals NONE = new PhaseArrivals(0, 0, 0, 0);

        PhaseArrivals plus(PhaseArrivals other) {
            return new PhaseArrivals(
                    repeated + other.repeated,
                    redelivered + other.redelivered,
                    outOfOrder + other.outOfOrder,
                    corrupted + other.corrupted);
        }
    }

    public SubscriptionLedger {
        received = Map.copyOf(received);
        phases = List.copyOf(phases);
    }
}
