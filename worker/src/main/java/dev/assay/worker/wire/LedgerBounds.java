package dev.assay.worker.wire;

import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.delivery.SubscriptionLedger;

/**
 * Limits what the ledger of a worker can hold. A message of ten bytes can say that the last of 2^40 sequences arrived, and a
 * set has a place for each chunk before it; so what a load can't have sent is refused before memory is taken for it.
 *
 * @param producers of the load; they are numbered from 0
 * @param subscriptions of the load; they are numbered from 0
 * @param messages that one producer can have sent at most
 */
public record LedgerBounds(int producers, int subscriptions, int phases, long messages) {
    /** Limits nothing, where the load is not known. */
    public static final LedgerBounds NONE =
            new LedgerBounds(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, SequenceSet.LIMIT);

    void check(ProducerLedger ledger) {
        checkProducer(ledger.producer());
        if (ledger.scheduled() > messages) {
            throw new IllegalArgumentException("producer " + ledger.producer() + " has " + ledger.scheduled()
                    + " messages scheduled, but the load has at most " + messages);
        }
        if (phases < Integer.MAX_VALUE && ledger.phaseStarts().size() != phases) {
            throw new IllegalArgumentException("producer " + ledger.producer() + " has "
                    + ledger.phaseStarts().size() + " phases, but the load has " + phases);
        }
    }

    void check(SubscriptionLedger ledger) {
        checkSubscription(ledger.subscription());
        ledger.received().keySet().forEach(this::checkProducer);
        boolean negative = ledger.corrupted() < 0 || ledger.unexpected() < 0;
        for (var phase : ledger.phases()) {
            negative |=
                    phase.repeated() < 0 || phase.redelivered() < 0 || phase.outOfOrder() < 0 || phase.corrupted() < 0;
        }
        if (negative || ledger.phases().size() > phases) {
            throw new IllegalArgumentException("subscription " + ledger.subscription() + " can't have such counts in "
                    + ledger.phases().size() + " phases: " + ledger.corrupted() + " corrupted, " + ledger.unexpected()
                    + " unexpected, " + ledger.phases());
        }
    }

    public void checkProducer(int number) {
        if (number < 0 || number >= producers) {
            throw new IllegalArgumentException("there is no producer " + number + "; the load has " + producers);
        }
    }

    public void checkSubscription(int number) {
        if (number < 0 || number >= subscriptions) {
            throw new IllegalArgumentException(
                    "there is no subscription " + number + "; the load has " + subscriptions);
        }
    }

    /** Returns how many words of 64 sequences a producer can fill. */
    public long words() {
        return messages / Long.SIZE + 1;
    }

    /** Returns how many chunks of a sequence set a producer can fill. */
    int chunks() {
        return (int) (Math.min(messages, SequenceSet.LIMIT - 1) / SequenceSet.CHUNK) + 1;
    }
}
