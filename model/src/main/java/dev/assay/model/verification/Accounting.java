package dev.assay.model.verification;

import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;

/**
 * Counts what became of every message of a verification, once a new consumer has read all there is. All values are messages.
 *
 * @param sent handed to the client
 * @param acked acknowledged by the system, before, during or after the fault
 * @param failed reported as failed by the client
 * @param unknown neither acknowledged nor failed by the end
 * @param survived acknowledged, and read afterwards
 * @param lost acknowledged, and not read afterwards; where the verification is inconclusive they are only missing
 * @param duplicated further arrivals of a message that had been read already
 * @param reordered first arrivals behind a later message of the same producer and partition
 * @param corrupted arrivals whose checksum did not match
 * @param unexpected arrivals that are no message of this verification
 * @param recovered read although failed or unknown: no error
 */
public record Accounting(
        long sent,
        long acked,
        long failed,
        long unknown,
        long survived,
        long lost,
        long duplicated,
        long reordered,
        long corrupted,
        long unexpected,
        long recovered) {
    public Accounting {
        if (survived + lost != acked) {
            throw new IllegalArgumentException("survived and lost must add up to the " + acked
                    + " acknowledged messages, but are " + survived + " and " + lost);
        }
        if (acked + failed + unknown != sent) {
            throw new IllegalArgumentException("acked, failed and unknown must add up to the " + sent
                    + " sent messages, but are " + acked + ", " + failed + " and " + unknown);
        }
    }

    /** @throws IllegalArgumentException when not exactly one subscription has read */
    public static Accounting of(Delivery delivery) {
        if (delivery.subscriptions().size() != 1) {
            throw new IllegalArgumentException("a verification is read by one subscription, but there are "
                    + delivery.subscriptions().size());
        }
        SubscriptionDelivery read = delivery.subscriptions().getFirst();
        return new Accounting(
                delivery.sent(),
                delivery.acked(),
                delivery.failed(),
                delivery.unknown(),
                delivery.acked() - read.lost(),
                read.lost(),
                read.duplicated(),
                read.outOfOrder(),
                read.corrupted(),
                read.unexpected(),
                read.recovered());
    }

    /** Tells whether everything acknowledged was read, undamaged. */
    public boolean whole() {
        return lost == 0 && corrupted == 0;
    }
}
