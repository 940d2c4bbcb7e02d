package dev.assay.analysis.statistics;

import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Holds how long the workers themselves stood still, for whatever reason, which shows how long messages waited for it.
 *
 * <p>Under a constant rate the messages due within a pause of length h wait evenly between 0 and h. So in a phase of length W,
 * pauses h&#8321;, h&#8322;, … make messages due in Σ max(0, h&#7522; − x) of the time wait longer than x, and the wait at
 * quantile q is the x at which that is (1 − q)·W. A worker's hiccups are recorded together with those that they swallowed, one for
 * each millisecond of a pause, so the sum is the number of hiccups above x times a millisecond.
 *
 * @param byWorker each worker's hiccups in the phase, in nanoseconds
 * @param phaseNanos W
 */
public record Pauses(SortedMap<String, Histogram> byWorker, long phaseNanos) {
    /** Gives the length of the sleeps by which hiccups are measured. */
    private static final double SLEEP_NANOS = 1e6;

    /** Holds a worker and its longest pause, in nanoseconds. */
    public record Longest(String worker, long nanos) {}

    public Pauses {
        byWorker = Collections.unmodifiableSortedMap(new TreeMap<>(byWorker));
    }

    /**
     * Returns the wait at a percentile that is caused by pauses alone, in nanoseconds.
     *
     * @param workers how many of the workers a message passes, 1 or 2: each of them carries an equal share of all messages
     */
    public long waitAt(double percent, int workers) {
        Histogram all = byWorker.size() == 1 ? byWorker.firstEntry().getValue() : Merge.of(byWorker.values());
        int passed = Math.max(1, Math.min(workers, byWorker.size()));
        long longer = (long) ((100 - percent) / 100 * phaseNanos / SLEEP_NANOS * byWorker.size() / passed);
        long total = all.getTotalCount();
        // This rank lies below the "longer" longest hiccups; half a hiccup avoids rounding errors.
        return longer >= total ? 0 : all.getValueAtPercentile(100.0 * (total - longer - 0.5) / total);
    }

    /** Returns the part of the mean that pauses cause, in nanoseconds: Σ h&#7522;² / 2W. */
    public double meanWait(int workers) {
        double weight = Math.min(1, workers / (double) Math.max(1, byWorker.size()));
        double sum = byWorker.values().stream()
                .filter(histogram -> histogram.getTotalCount() > 0)
                .mapToDouble(histogram -> histogram.getMean() * histogram.getTotalCount() * SLEEP_NANOS)
                .sum();
        return phaseNanos == 0 ? 0 : weight * sum / phaseNanos;
    }

    /** Returns the total length of a worker's pauses of more than a millisecond, in nanoseconds. */
    public double pausedNanos(String worker) {
        Histogram histogram = byWorker.get(worker);
        if (histogram == null || histogram.getMaxValue() <= SLEEP_NANOS) {
            return 0;
        }
        return histogram.getCountBetweenValues((long) SLEEP_NANOS, histogram.getMaxValue()) * SLEEP_NANOS;
    }

    public Optional<Longest> longest() {
        return byWorker.entrySet().stream()
                .map(worker -> new Longest(worker.getKey(), worker.getValue().getMaxValue()))
                .max(Comparator.comparingLong(Longest::nanos));
    }
}
