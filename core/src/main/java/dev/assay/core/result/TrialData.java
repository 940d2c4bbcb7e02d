package dev.assay.core.result;

import java.util.List;

/**
 * A finished trial with everything that was recorded of it: what analysis works on.
 *
 * @param intervals histograms of all workers in order of time
 * @param hiccups one histogram an interval and worker, in nanoseconds
 */
public record TrialData(
        TrialRecord trial, List<RecordedInterval> intervals, List<RecordedHiccups> hiccups, Series series) {
    /**
     * One interval's histogram of one worker, as stored.
     *
     * @param startNanos counted from the start of the load
     * @param endNanos counted from the start of the load
     */
    public record RecordedInterval(String worker, long startNanos, long endNanos, IntervalHistogram recorded) {}

    /** One interval's hiccups of one worker, in nanoseconds. */
    public record RecordedHiccups(
            String worker, long startNanos, long endNanos, org.HdrHistogram.Histogram histogram) {}

    public TrialData {
        intervals = List.copyOf(intervals);
        hiccups = List.copyOf(hiccups);
    }
}
