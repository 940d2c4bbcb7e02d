package dev.assay.model.result;

import java.util.List;
import java.util.Optional;

/**
 * Counts what became of every message of a trial.
 *
 * @param scheduled messages that the schedule asked for
 * @param unsent never handed to the client, because the time for catching up was over
 * @param unknown handed to the client, but neither acknowledged nor failed by the end
 * @param notKnown of producers whose worker was lost: nobody can tell which of them were sent, or acknowledged
 * @param violations completions that the driver reported more than once for one message
 * @param phases the same by phase, in order. Their counts add up to those of the trial, but for corrupted and unexpected
 *     arrivals whose phase is not known
 */
public record Delivery(
        long scheduled,
        long unsent,
        long acked,
        long failed,
        long unknown,
        long notKnown,
        long violations,
        List<SubscriptionDelivery> subscriptions,
        List<PhaseDelivery> phases) {
    public Delivery {
        subscriptions = List.copyOf(subscriptions);
        phases = List.copyOf(phases);
    }

    public Delivery(
            long scheduled,
            long unsent,
            long acked,
            long failed,
            long unknown,
            long violations,
            List<SubscriptionDelivery> subscriptions,
            List<PhaseDelivery> phases) {
        this(scheduled, unsent, acked, failed, unknown, 0, violations, subscriptions, phases);
    }

    /** Returns the counts of the phase of that name; empty where there are none. */
    public Optional<PhaseDelivery> phase(String name) {
        return phases.stream().filter(phase -> phase.phase().equals(name)).findFirst();
    }

    /** Counts what became of the messages of one phase: those whose intended time lies in it, whenever they were sent. */
    public record PhaseDelivery(
            String phase,
            long scheduled,
            long unsent,
            long acked,
            long failed,
            long unknown,
            long notKnown,
            List<SubscriptionDelivery> subscriptions) {
        public PhaseDelivery {
            subscriptions = List.copyOf(subscriptions);
        }

        public PhaseDelivery(
                String phase,
                long scheduled,
                long unsent,
                long acked,
                long failed,
                long unknown,
                List<SubscriptionDelivery> subscriptions) {
            this(phase, scheduled, unsent, acked, failed, unknown, 0, subscriptions);
        }

        /** Returns the messages handed to the client, as far as that is known. */
        public long sent() {
            return scheduled - unsent - notKnown;
        }
    }

    /** Returns the messages handed to the client, as far as that is known. */
    public long sent() {
        return scheduled - unsent - notKnown;
    }

    /**
     * Counts what one subscription received.
     *
     * @param received distinct messages, damaged ones that could still be identified included
     * @param lost acknowledged, but never received in a form that could be identified, nor found by a recheck where there
     *     was one
     * @param duplicated arrivals of a message that had arrived already
     * @param outOfOrder first arrivals behind a later message of the same producer and partition
     * @param corrupted arrivals whose checksum did not match
     * @param unexpected arrivals that are no message of this trial
     * @param recovered received although failed or unknown: no error, but worth knowing
     * @param undelivered acknowledged and stored, as a recheck found, but not given to the subscription during the drain
     * @param redelivered arrivals that the system itself marks as redeliveries: duplicates where the earlier delivery arrived
     *     here, too, and first arrivals where it did not; 0 where the system's client does not tell
     * @param notKnown of which only a lost worker could tell: acknowledged to others, not received by them, but perhaps by its
     *     consumers; or due at its producers and not received, whether they were ever sent or not. None of them is lost or
     *     undelivered as well
     */
    public record SubscriptionDelivery(
            String subscription,
            long received,
            long lost,
            long duplicated,
            long outOfOrder,
            long corrupted,
            long unexpected,
            long recovered,
            long undelivered,
            long redelivered,
            long notKnown) {
        public SubscriptionDelivery(
                String subscription,
                long received,
                long lost,
                long duplicated,
                long outOfOrder,
                long corrupted,
                long unexpected,
                long recovered,
                long undelivered) {
            this(
                    subscription,
                    received,
                    lost,
                    duplicated,
                    outOfOrder,
                    corrupted,
                    unexpected,
                    recovered,
                    undelivered,
                    0,
                    0);
        }

        /** Returns the messages acknowledged, but not received: lost or undelivered. */
        public long missing() {
            return lost + undelivered;
        }

        /** Tells whether everything acknowledged arrived once, whole and in order, and nothing else did. */
        public boolean clean() {
            return cleanInAnyOrder() && outOfOrder == 0;
        }

        /**
         * Tells whether everything acknowledged arrived once and whole, and nothing else did; for subscriptions without a promise of
         * order.
         */
        public boolean cleanInAnyOrder() {
            return missing() == 0 && notKnown == 0 && duplicated == 0 && corrupted == 0 && unexpected == 0;
        }
    }
}
