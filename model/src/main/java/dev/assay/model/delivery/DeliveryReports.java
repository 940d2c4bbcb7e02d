package dev.assay.model.delivery;

import java.util.ArrayList;
import java.util.List;

/**
 * What has come to be known as received of one producer by one subscription: what one worker reports about its own consumers,
 * or what the other workers are told of it.
 *
 * @param subscription index of the subscription
 * @param producer number over all workers
 * @param words the sequences
 * @param frontiers of the partitions in which later messages arrived
 */
public record DeliveryReports(int subscription, int producer, List<Word> words, List<Frontier> frontiers) {
    /**
     * Some of 64 sequences.
     *
     * @param index the first of the sequences, divided by 64
     * @param bits those that are meant, the first as the lowest bit
     */
    public record Word(long index, long bits) {}

    /**
     * How far a partition has come.
     *
     * @param partition 0-based number over all topics of the subscription
     * @param next one more than the highest sequence that has arrived
     */
    public record Frontier(int partition, long next) {}

    public DeliveryReports {
        words = List.copyOf(words);
        frontiers = List.copyOf(frontiers);
    }

    /** So many words or frontiers are told at once, so that a message stays well below a mebibyte. */
    public static final int MAX_AT_ONCE = 32_768;

    /** What a report takes beside its words and frontiers, in words. */
    private static final int WORDS_OF_REPORT = 4;

    /** The same reports in groups, each of which fits into one message. */
    public static List<List<DeliveryReports>> messages(List<DeliveryReports> reports) {
        return messages(reports, MAX_AT_ONCE);
    }

    /**
     * The same in groups of so many words and frontiers, or of one report that has more.
     *
     * @param atOnce at least one
     */
    public static List<List<DeliveryReports>> messages(List<DeliveryReports> reports, int atOnce) {
        List<List<DeliveryReports>> messages = new ArrayList<>();
        List<DeliveryReports> message = new ArrayList<>();
        int words = 0;
        for (DeliveryReports report : reports) {
            int more = WORDS_OF_REPORT + report.words.size() + report.frontiers.size();
            if (!message.isEmpty() && words + more > atOnce) {
                messages.add(message);
                message = new ArrayList<>();
                words = 0;
            }
            message.add(report);
            words += more;
        }
        if (!message.isEmpty()) {
            messages.add(message);
        }
        return messages;
    }

    /** The same in parts that are small enough; none where nothing is told. */
    static List<DeliveryReports> parts(
            int subscription, int producer, List<Word> words, List<Frontier> frontiers, int atOnce) {
        List<DeliveryReports> parts = new ArrayList<>();
        for (int from = 0; from < words.size(); from += atOnce) {
            List<Word> some = words.subList(from, Math.min(words.size(), from + atOnce));
            parts.add(new DeliveryReports(subscription, producer, some, List.of()));
        }
        // After the words: who learns of a frontier knows the messages before it.
        for (int from = 0; from < frontiers.size(); from += atOnce) {
            List<Frontier> some = frontiers.subList(from, Math.min(frontiers.size(), from + atOnce));
            parts.add(new DeliveryReports(subscription, producer, List.of(), some));
        }
        return parts;
    }
}
