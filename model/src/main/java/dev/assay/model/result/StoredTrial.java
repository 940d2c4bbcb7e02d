package dev.assay.model.result;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * A finished trial with everything that was recorded of it: what analysis works on. What was recorded second by second is gone
 * through in order of time and never held as a whole, so a trial may be longer than memory.
 */
public interface StoredTrial {
    /** Everything but what was recorded second by second. */
    TrialRecord trial();

    /** The machines that observers watched, by their names in the series. */
    default Map<String, ObservedMachine> observed() {
        return Map.of();
    }

    /** Where the workers were, if they were pods. */
    default Optional<Placement> placement() {
        return Optional.empty();
    }

    /** Passes on the series. */
    void eachSecond(Consumer<RecordedSecond> sink);

    /**
     * Passes on the latencies of all workers and phases in order of the intervals' starts. An interval that a worker reported
     * more than a minute late may come out of order.
     */
    void eachInterval(Consumer<RecordedInterval> sink);

    /** Passes on the hiccups of all workers, in the same order. */
    void eachHiccups(Consumer<RecordedHiccups> sink);

    /**
     * The values of one second.
     *
     * @param seconds its end, counted from the start of the load
     * @param samples at most one of each metric with the same labels
     */
    record RecordedSecond(double seconds, List<Sample> samples) {
        public RecordedSecond {
            samples = List.copyOf(samples);
        }
    }

    /**
     * One interval's histogram of one worker, as stored.
     *
     * @param startNanos counted from the start of the load
     * @param endNanos counted from the start of the load
     * @param subscription as an {@link IntervalHistogram} has it
     * @param source gives the histogram; where it lies packed, it is unpacked at each call
     */
    record RecordedInterval(
            String worker,
            long startNanos,
            long endNanos,
            String phase,
            LatencyMetric metric,
            String subscription,
            Supplier<IntervalHistogram> source) {
        /** One that is in memory anyway. */
        public RecordedInterval(String worker, long startNanos, long endNanos, IntervalHistogram recorded) {
            this(
                    worker,
                    startNanos,
                    endNanos,
                    recorded.phase(),
                    recorded.metric(),
                    recorded.subscription(),
                    () -> recorded);
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
    record RecordedHiccups(String worker, long startNanos, long endNanos, Supplier<Histogram> source) {
        /** Those that are in memory anyway. */
        public RecordedHiccups(String worker, long startNanos, long endNanos, Histogram histogram) {
            this(worker, startNanos, endNanos, () -> histogram);
        }

        /** The histogram; to be kept by whoever needs it twice. */
        public Histogram histogram() {
            return source.get();
        }
    }
}
