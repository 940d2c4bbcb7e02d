package dev.assay.model.result;

import java.util.List;
import java.util.Optional;

/**
 * How the wait after the load ended.
 *
 * @param complete whether every message had its outcome and every acknowledged one arrived everywhere
 * @param longestNanos how long it would have been waited for at most
 * @param readings how what was missing then was looked for again; none where nothing was
 */
public record DrainRecord(boolean complete, long longestNanos, List<SecondReading> readings) {
    public DrainRecord {
        readings = List.copyOf(readings);
    }

    /** How that subscription's missing messages were looked for again. */
    public Optional<SecondReading> readingOf(String subscription) {
        return readings.stream()
                .filter(reading -> reading.subscription().equals(subscription))
                .findFirst();
    }
}
