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
 * Gives a finished trial with everything that was recorded of it: what analysis works on. What was recorded second by second
 * is passed on in order of time and never held as a whole, so a trial may be longer than memory.
 */
public interface StoredTrial {
    /** Returns everything but what was recorded second by second. */
    TrialRecord trial();

    /** Returns the machines that observers watched, by their names in the series. */
    default Map<String, ObservedMachine> observed() {
        return Map.of();
    }

    /** Returns where the workers were; empty unless they were pods. */
    default Optional<Placement> placement() {
        return Optional.empty();
    }

    void eachSecond(Consumer<RecordedSecond> sink);

    /**
     * Passes on the latencies of all workers and phases in order of the intervals' starts. An interval that a worker reported
     * more than a minute late may come out of order.
     */
    void eachInterval(Consumer<RecordedInterval> sink);

    /** Passes on the hiccups of all workers, in order of the intervals' starts. */
    void eachHiccups(Consumer<RecordedHiccups> sink);

    /** Returns what {@link #keep} was given, unless that or any of the latencies or hiccups have changed since. */
    default Optional<String> kept() {
        return Optional.empty();
    }

    /** Keeps one line computed from the latencies and hiccups beside them, in place of an older one, as far as it can be written. */
    default void keep(String computed) {}

    /**
     * @param seconds its end, counted from the start of the load
     * @param samples at most one of each metric with the same labels
     */
    record RecordedSecond(double seconds, List<Sample> samples) {
        public RecordedSecond {
            samples = List.copyOf(samples);
        }
    }

    /**
     * Holds one interval's histogram of one worker, as stored.
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

        /** Returns the histogram, unpacked anew where it lies packed: callers that need it twice keep it. */
        public IntervalHistogram recorded() {
            return source.get();
        }
    }

    /**
     * Holds one interval's hiccups of one worker, in nanoseconds.
     *
     * @param source gives the histogram, as that of a {@link RecordedInterval}
     */
    record RecordedHiccups(String worker, long startNanos, long endNanos, Supplier<Histogram> source) {
        public RecordedHiccups(String worker, long startNanos, long endNanos, Histogram histogram) {
            this(worker, startNanos, endNanos, () -> histogram);
        }

        /** Returns the histogram, unpacked anew where it lies packed: callers that need it twice keep it. */
        public Histogram histogram() {
            return source.get();
        }
    }
}
