package dev.assay.core.result;

import java.util.List;
import java.util.Optional;

/**
 * How the wait after the load ended.
 *
 * @param complete whether every message had its outcome and every acknowledged one arrived everywhere
 * @param longestNanos how long it would have been waited for at most; negative where none of this was recorded
 * @param readings how what was missing then was looked for again; none where nothing was, or where that was not recorded
 */
public record DrainRecord(boolean complete, long longestNanos, List<SecondReading> readings) {
    /** Nothing is known. */
    public static final DrainRecord UNKNOWN = new DrainRecord(false, -1);

    public DrainRecord {
        readings = List.copyOf(readings);
    }

    /** One after which nothing was looked for again. */
    public DrainRecord(boolean complete, long longestNanos) {
        this(complete, longestNanos, List.of());
    }

    /** Whether it was recorded. */
    public boolean known() {
        return longestNanos >= 0;
    }

    /** How that subscription's missing messages were looked for again. */
    public Optional<SecondReading> readingOf(String subscription) {
        return readings.stream()
                .filter(reading -> reading.subscription().equals(subscription))
                .findFirst();
    }
}
