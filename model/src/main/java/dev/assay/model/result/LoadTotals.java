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
        return sum(List.of(this, other));
    }

    /** The counts of several workers together. */
    public static LoadTotals sum(List<LoadTotals> workers) {
        long offered = 0;
        long sent = 0;
        long acked = 0;
        long failed = 0;
        List<Long> received = new ArrayList<>();
        for (LoadTotals worker : workers) {
            offered += worker.offered;
            sent += worker.sent;
            acked += worker.acked;
            failed += worker.failed;
            for (int number = 0; number < worker.received.size(); number++) {
                if (number == received.size()) {
                    received.add(0L);
                }
                received.set(number, received.get(number) + worker.received.get(number));
            }
        }
        return new LoadTotals(offered, sent, acked, failed, received);
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
