package dev.assay.host.calibration;

import dev.assay.model.calibration.DurationStatistics;
import org.HdrHistogram.Histogram;

/** Collects durations; negative ones, which a clock may yield at its resolution, count as 0. */
final class Durations {
    private static final int DIGITS = 3;

    private final Histogram histogram = new Histogram(DIGITS);

    void add(long nanos) {
        histogram.recordValue(Math.max(0, nanos));
    }

    /** Summarizes the durations, of which there must be at least one. */
    DurationStatistics statistics() {
        return new DurationStatistics(
                histogram.getTotalCount(),
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(99),
                histogram.getMaxValue());
    }
}
