package dev.assay.model.result;

import java.util.List;
import java.util.Optional;

/**
 * Records how the wait after the load ended.
 *
 * @param complete whether every message had its outcome and every acknowledged one arrived everywhere
 * @param longestNanos how long it would have been waited for at most
 * @param rechecks how messages still missing then were rechecked; empty where none were
 */
public record DrainRecord(boolean complete, long longestNanos, List<RecheckRecord> rechecks) {
    public DrainRecord {
        rechecks = List.copyOf(rechecks);
    }

    /**
     * Tells whether messages that no new consumer found are lost, and not only missing: each consumer has read to where the
     * system says that it ends.
     */
    public boolean tellsLost() {
        return rechecks.stream().allMatch(RecheckRecord::complete);
    }

    public Optional<RecheckRecord> readingOf(String subscription) {
        return rechecks.stream()
                .filter(reading -> reading.subscription().equals(subscription))
                .findFirst();
    }
}
