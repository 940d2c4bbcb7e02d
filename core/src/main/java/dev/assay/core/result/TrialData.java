package dev.assay.core.result;

import java.util.List;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

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
     * @param source gives the histogram; where it lies packed, it is unpacked at each call, as thousands of them unpacked
     *     would not fit into memory
     */
    public record RecordedInterval(
            String worker,
            long startNanos,
            long endNanos,
            String phase,
            LatencyMetric metric,
            Supplier<IntervalHistogram> source) {
        /** One that is in memory anyway. */
        public RecordedInterval(String worker, long startNanos, long endNanos, IntervalHistogram recorded) {
            this(worker, startNanos, endNanos, recorded.phase(), recorded.metric(), () -> recorded);
        }

        /** What was recorded; to be kept by whoever needs it twice. */
        public IntervalHistogram recorded() {
            return source.get();
        }
    }

    /**
     * One interval's hiccups of one worker, in nanoseconds.
     *
     * @param source gives the histogram, as that of a {@link RecordedInterval}
     */
    public record RecordedHiccups(String worker, long startNanos, long endNanos, Supplier<Histogram> source) {
        /** Those that are in memory anyway. */
        public RecordedHiccups(String worker, long startNanos, long endNanos, Histogram histogram) {
            this(worker, startNanos, endNanos, () -> histogram);
        }

        /** The histogram; to be kept by whoever needs it twice. */
        public Histogram histogram() {
            return source.get();
        }
    }

    public TrialData {
        intervals = List.copyOf(intervals);
        hiccups = List.copyOf(hiccups);
    }
}
