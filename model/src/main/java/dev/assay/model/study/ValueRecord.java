package dev.assay.model.study;

import java.util.List;
import java.util.Optional;

/**
 * Holds a value of one block, as it stands in {@code summary.json}, but in the unit of the published one.
 *
 * @param trial its folder; empty for a search
 * @param low the value without what the harness can have added
 * @param high the most that it can be; empty where no more is known than that it is at least so large
 * @param n samples behind it
 * @param why it does not count in comparisons; empty where it does
 */
public record ValueRecord(
        String trial, int block, String unit, double value, double low, Optional<Double> high, long n, String why) {
    private static final String INVALID = "INVALID";

    public boolean invalid() {
        return why.startsWith(INVALID);
    }

    /** Returns the lowest of several blocks; empty without any. A percentile is never averaged. */
    static Optional<Double> lowest(List<ValueRecord> blocks) {
        return blocks.stream().map(ValueRecord::value).min(Double::compare);
    }

    /** Returns the highest of several blocks; empty without any. */
    static Optional<Double> highest(List<ValueRecord> blocks) {
        return blocks.stream().map(ValueRecord::value).max(Double::compare);
    }
}
