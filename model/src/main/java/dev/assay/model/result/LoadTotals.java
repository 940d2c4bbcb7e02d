package dev.assay.model.result;

import java.util.ArrayList;
import java.util.List;

/**
 * Cumulative counts of messages.
 *
 * @param offered due by now according to the schedule
 * @param sent handed to the client, whatever came of it
 * @param acked acknowledged by the system
 * @param failed reported as failed
 * @param received distinct messages received, one value per subscription
 */
public record LoadTotals(long offered, long sent, long acked, long failed, List<Long> received) {
    /** Nothing yet. */
    public static final LoadTotals ZERO = new LoadTotals(0, 0, 0, 0, List.of());

    public LoadTotals {
        received = List.copyOf(received);
    }

    /** The counts of two workers together. */
    public LoadTotals plus(LoadTotals other) {
        List<Long> sum = new ArrayList<>();
        for (int i = 0; i < Math.max(received.size(), other.received.size()); i++) {
            sum.add((i < received.size() ? received.get(i) : 0)
                    + (i < other.received.size() ? other.received.get(i) : 0));
        }
        return new LoadTotals(
                offered + other.offered, sent + other.sent, acked + other.acked, failed + other.failed, sum);
    }

    /**
     * Acknowledged but not yet received, by the slowest subscription; 0 without subscriptions, and where messages arrive
     * before their acknowledgement.
     */
    public long backlog() {
        return received.stream()
                .mapToLong(count -> Math.max(0, acked - count))
                .max()
                .orElse(0);
    }
}
