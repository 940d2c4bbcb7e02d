package dev.assay.core.delivery;

/**
 * What one producer sent and what it learned of it.
 *
 * @param producer number over all workers
 * @param scheduled messages that its schedule asked for
 * @param sent messages handed to the client: the sequences from 0 to sent − 1
 */
public record ProducerLedger(int producer, long scheduled, long sent, SequenceSet acked, SequenceSet failed) {
    public ProducerLedger {
        if (sent < 0 || sent > scheduled) {
            throw new IllegalArgumentException("producer " + producer + " must have sent between 0 and its scheduled "
                    + scheduled + " messages, but sent " + sent);
        }
    }
}
