package dev.assay.model.result;

import java.util.List;
import java.util.Optional;

/**
 * How the wait after the load ended.
 *
 * @param complete whether every message had its outcome and every acknowledged one arrived everywhere
 * @param longestNanos how long it would have been waited for at most
 * @param rechecks how what was missing then was rechecked; none where nothing was
 */
public record DrainRecord(boolean complete, long longestNanos, List<RecheckRecord> rechecks) {
    public DrainRecord {
        rechecks = List.copyOf(rechecks);
    }

    /** Whether what no new consumer found is lost, and not only missing: each has read to where the system says that it ends. */
    public boolean tellsLost() {
        return rechecks.stream().allMatch(RecheckRecord::complete);
    }

    /** How that subscription's missing messages were rechecked. */
    public Optional<RecheckRecord> readingOf(String subscription) {
        return rechecks.stream()
                .filter(reading -> reading.subscription().equals(subscription))
                .findFirst();
    }
}
