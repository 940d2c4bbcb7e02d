package dev.assay.model.delivery;

import java.util.ArrayList;
import java.util.List;

/**
 * Reports which messages of one producer one subscription has received: from a worker about its own consumers, or to the other
 * workers.
 *
 * @param subscription index of the subscription
 * @param producer number over all workers
 * @param frontiers of the partitions in which later messages arrived
 */
public record DeliveryReports(int subscription, int producer, List<Word> words, List<Frontier> frontiers) {
    /**
     * Holds the reported ones of 64 neighbouring sequences.
     *
     * @param index the first of the sequences, divided by 64
     * @param bits a bit for each sequence reported, the first as the lowest bit
     */
    public record Word(long index, long bits) {}

    /**
     * @param partition 0-based number over all topics of the subscription
     * @param next one more than the highest sequence that has arrived
     */
    public record Frontier(int partition, long next) {}

    public DeliveryReports {
        words = List.copyOf(words);
        frontiers = List.copyOf(frontiers);
    }

    /** Limits the words and frontiers of one message, so that it stays well below a mebibyte. */
    public static final int MAX_AT_ONCE = 32_768;

    /** Counts a report's other fields as this many words. */
    private static final int WORDS_OF_REPORT = 4;

    /** Groups reports so that each group fits into one message. */
    public static List<List<DeliveryReports>> messages(List<DeliveryReports> reports) {
        return messages(reports, MAX_AT_ONCE);
    }

    /**
     * Groups reports so that each group has at most {@code atOnce} words and frontiers, or is one report that has more.
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

    /** Splits a report into parts of at most {@code atOnce} words or frontiers; returns none where there are neither. */
    static List<DeliveryReports> parts(
            int subscription, int producer, List<Word> words, List<Frontier> frontiers, int atOnce) {
        List<DeliveryReports> parts = new ArrayList<>();
        for (int from = 0; from < words.size(); from += atOnce) {
            List<Word> some = words.subList(from, Math.min(words.size(), from + atOnce));
            parts.add(new DeliveryReports(subscription, producer, some, List.of()));
        }
        // Frontiers follow the words, so that whoever learns of one knows the messages before it.
        for (int from = 0; from < frontiers.size(); from += atOnce) {
            List<Frontier> some = frontiers.subList(from, Math.min(frontiers.size(), from + atOnce));
            parts.add(new DeliveryReports(subscription, producer, List.of(), some));
        }
        return parts;
    }
}
