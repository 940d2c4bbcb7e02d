package dev.assay.model.result;

import dev.assay.model.failure.FailureCount;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds cumulative counts of messages.
 *
 * @param offered due by now according to the schedule
 * @param sent handed to the client, whatever the outcome
 * @param received distinct messages received, one value per subscription
 * @param failures what failed, by class and code; those of sending add up to {@code failed} once all workers have sent their
 *     last counts
 */
public record LoadTotals(
        long offered, long sent, long acked, long failed, List<Long> received, List<FailureCount> failures) {
    public static final LoadTotals ZERO = new LoadTotals(0, 0, 0, 0, List.of());

    public LoadTotals {
        received = List.copyOf(received);
        failures = List.copyOf(failures);
    }

    public LoadTotals(long offered, long sent, long acked, long failed, List<Long> received) {
        this(offered, sent, acked, failed, received, List.of());
    }

    public LoadTotals plus(LoadTotals other) {
        return sum(List.of(this, other));
    }

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
        List<FailureCount> failures =
                FailureCount.sum(workers.stream().map(LoadTotals::failures).toList());
        return new LoadTotals(offered, sent, acked, failed, received, failures);
    }

    /**
     * Returns the messages acknowledged but not yet received, by the slowest subscription; 0 without subscriptions, and where
     * messages arrive before their acknowledgement.
     */
    public long backlog() {
        return received.stream()
                .mapToLong(count -> Math.max(0, acked - count))
                .max()
                .orElse(0);
    }
}
