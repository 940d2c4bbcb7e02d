package dev.assay.engine;

import dev.assay.core.result.LatencyMetric;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * The recorders and counters of one thread. Only that thread writes; the interval thread reads by swapping, which loses
 * nothing.
 */
final class Lane {
    private static final int SIGNIFICANT_DIGITS = 3;

    final AtomicLong sent = new AtomicLong();
    final AtomicLong acked = new AtomicLong();
    final AtomicLong failed = new AtomicLong();
    private final AtomicLong[] received;
    /** By phase. */
    private final List<Map<LatencyMetric, Cell>> cells = new ArrayList<>();

    Lane(int phases, int subscriptions) {
        for (int phase = 0; phase < phases; phase++) {
            Map<LatencyMetric, Cell> ofPhase = new EnumMap<>(LatencyMetric.class);
            for (LatencyMetric metric : LatencyMetric.values()) {
                ofPhase.put(metric, new Cell());
            }
            cells.add(ofPhase);
        }
        received = new AtomicLong[subscriptions];
        for (int subscription = 0; subscription < subscriptions; subscription++) {
            received[subscription] = new AtomicLong();
        }
    }

    void record(int phase, LatencyMetric metric, long latencyNanos) {
        cell(phase, metric).record(latencyNanos);
    }

    /** Adds one without an atomic instruction: this thread is the only writer. */
    static void count(AtomicLong counter) {
        counter.setRelease(counter.getPlain() + 1);
    }

    AtomicLong received(int subscription) {
        return received[subscription];
    }

    Cell cell(int phase, LatencyMetric metric) {
        return Objects.requireNonNull(cells.get(phase).get(metric));
    }

    /** One metric of one phase; the recorder is made with its first sample, as most lanes record few metrics. */
    static final class Cell {
        private final AtomicLong negatives = new AtomicLong();
        private final AtomicLong worstNegative = new AtomicLong();
        private volatile @Nullable SingleWriterRecorder recorder;
        private @Nullable Histogram recycled;

        void record(long latencyNanos) {
            SingleWriterRecorder open = recorder;
            if (open == null) {
                open = new SingleWriterRecorder(SIGNIFICANT_DIGITS);
                recorder = open;
            }
            if (latencyNanos < 0) {
                count(negatives);
                worstNegative.accumulateAndGet(latencyNanos, Math::min);
            }
            open.recordValue(Math.max(0, latencyNanos));
        }

        /** Moves what was recorded since the last call into {@code sum}. Called by the interval thread only. */
        void drainInto(Drained sum) {
            SingleWriterRecorder open = recorder;
            if (open == null) {
                return;
            }
            Histogram interval = open.getIntervalHistogram(recycled);
            recycled = interval;
            sum.add(interval, negatives.getAndSet(0), worstNegative.getAndSet(0));
        }
    }

    /** The sum of several lanes' cells. */
    static final class Drained {
        final Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
        long negatives;
        long worstNegativeNanos;

        void add(Histogram interval, long moreNegatives, long worstNanos) {
            histogram.add(interval);
            negatives += moreNegatives;
            worstNegativeNanos = Math.min(worstNegativeNanos, worstNanos);
        }
    }
}
