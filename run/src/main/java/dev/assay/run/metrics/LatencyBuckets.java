package dev.assay.run.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Counts latencies in the buckets of Prometheus, both kinds in one pass over one histogram: classic ones from 50 µs on, three to the
 * decade, and native ones, each 2.2 % wider than the one below (https://prometheus.io/docs/specs/native_histograms/). A value counts
 * as the highest that the histogram can't tell from it, as in the report's percentiles: so a percentile of the report lies in its
 * bucket here.
 */
final class LatencyBuckets {
    /** Upper bounds of the classic buckets but for the last, which has none; in nanoseconds. */
    private static final long[] BOUNDS_NANOS = {
        50_000L,
        100_000L,
        200_000L,
        500_000L,
        1_000_000L,
        2_000_000L,
        5_000_000L,
        10_000_000L,
        20_000_000L,
        50_000_000L,
        100_000_000L,
        200_000_000L,
        500_000_000L,
        1_000_000_000L,
        2_000_000_000L,
        5_000_000_000L,
        10_000_000_000L,
        20_000_000_000L,
        50_000_000_000L,
        100_000_000_000L
    };

    /** Each power of two has 2 to the power of this native buckets. */
    static final int SCHEMA = 5;

    /** Values up to this count as zero, which has no logarithm. */
    private static final long ZERO_NANOS = 1;

    private static final double NANOS_PER_SECOND = 1e9;

    private final long[] classicCounts = new long[BOUNDS_NANOS.length + 1];
    private final SortedMap<Integer, Long> nativeCounts = new TreeMap<>();
    private long zeros;
    private double sumSeconds;

    private LatencyBuckets() {}

    /**
     * Converts a histogram in nanoseconds.
     *
     * @param sinceMillis when it was empty
     */
    static HistogramDataPointSnapshot of(Histogram nanos, Labels labels, long sinceMillis) {
        LatencyBuckets buckets = new LatencyBuckets();
        for (HistogramIterationValue value : nanos.recordedValues()) {
            long highest = value.getValueIteratedTo();
            buckets.add(highest, nanos.medianEquivalentValue(highest), value.getCountAtValueIteratedTo());
        }
        return buckets.dataPoint(labels, sinceMillis);
    }

    private void add(long highestNanos, long middleNanos, long count) {
        sumSeconds += middleNanos / NANOS_PER_SECOND * count;
        int bucket = 0;
        while (bucket < BOUNDS_NANOS.length && highestNanos > BOUNDS_NANOS[bucket]) {
            bucket++;
        }
        classicCounts[bucket] += count;
        if (highestNanos <= ZERO_NANOS) {
            zeros += count;
        } else {
            nativeCounts.merge(nativeBucket(highestNanos / NANOS_PER_SECOND), count, Long::sum);
        }
    }

    /** Returns the number of the native bucket, whose upper bound is 2 to the power of it over those of one power of two. */
    static int nativeBucket(double seconds) {
        return (int) Math.ceil(Math.log(seconds) / Math.log(2) * (1 << SCHEMA));
    }

    private HistogramDataPointSnapshot dataPoint(Labels labels, long sinceMillis) {
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        for (int bucket = 0; bucket < classicCounts.length; bucket++) {
            double bound =
                    bucket < BOUNDS_NANOS.length ? BOUNDS_NANOS[bucket] / NANOS_PER_SECOND : Double.POSITIVE_INFINITY;
            buckets.bucket(bound, classicCounts[bucket]);
        }
        NativeHistogramBuckets.Builder positive = NativeHistogramBuckets.builder();
        nativeCounts.forEach(positive::bucket);
        return new HistogramDataPointSnapshot(
                buckets.build(),
                SCHEMA,
                zeros,
                ZERO_NANOS / NANOS_PER_SECOND,
                positive.build(),
                NativeHistogramBuckets.EMPTY,
                sumSeconds,
                labels,
                Exemplars.EMPTY,
                sinceMillis);
    }
}
