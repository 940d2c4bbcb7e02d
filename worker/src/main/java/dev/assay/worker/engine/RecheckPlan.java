package dev.assay.worker.engine;

import java.time.Duration;
import java.util.List;

/**
 * Plans what a worker is to read with fresh consumers, to look for messages that are missing.
 *
 * @param run number that marks the messages of the trial
 * @param producers number of producers over all workers
 * @param consumers one for each topic of each subscription of which messages are missing
 * @param all messages that each subscription can have at most; reading is over once each has them all, and later sequences
 *     are not of the trial
 * @param patience where the system does not tell where its partitions end, reading is over when nothing has come for so long
 * @param limit reading is over then, whatever comes
 */
public record RecheckPlan(
        int run, int producers, List<ConsumerSlot> consumers, long all, Duration patience, Duration limit) {
    public RecheckPlan {
        consumers = List.copyOf(consumers);
        if (!patience.isPositive() || !limit.isPositive()) {
            throw new IllegalArgumentException(
                    "patience and limit of a recheck must be positive, but are " + patience + " and " + limit);
        }
        if (all < 0) {
            throw new IllegalArgumentException("a subscription can't have " + all + " messages");
        }
    }
}
