package dev.assay.model.delivery;

import java.util.List;

/**
 * @param producer number over all workers
 * @param scheduled messages that its schedule asked for
 * @param sent messages handed to the client: the sequences from 0 to sent − 1
 * @param phaseStarts for each phase the sequence of its first message; a producer sends in the order of intended times, so
 *     the messages of a phase are a range
 */
public record ProducerLedger(
        int producer, long scheduled, long sent, SequenceSet acked, SequenceSet failed, List<Long> phaseStarts) {
    public ProducerLedger {
        if (sent < 0 || sent > scheduled) {
            throw new IllegalArgumentException("producer " + producer + " must have sent between 0 and its scheduled "
                    + scheduled + " messages, but sent " + sent);
        }
        long previousStart = 0;
        for (long start : phaseStarts) {
            if (start < previousStart || start > scheduled) {
                throw new IllegalArgumentException("the phases of producer " + producer
                        + " must follow each other within its " + scheduled + " messages, but start at " + phaseStarts);
            }
            previousStart = start;
        }
        phaseStarts = List.copyOf(phaseStarts);
    }

    long phaseStart(int phase) {
        return phaseStarts.get(phase);
    }

    long phaseEnd(int phase) {
        return phase + 1 < phaseStarts.size() ? phaseStarts.get(phase + 1) : scheduled;
    }
}
