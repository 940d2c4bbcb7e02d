package dev.assay.run.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBucket;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.NativeHistogramBucket;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyBucketsTest {
    private static final double BASE = Math.pow(2, Math.pow(2, -LatencyBuckets.SCHEMA));

    private static HistogramDataPointSnapshot of(long... nanos) {
        Histogram histogram = new Histogram(3);
        for (long value : nanos) {
            histogram.recordValue(value);
        }
        return LatencyBuckets.of(histogram, Labels.EMPTY, 0);
    }

    private static Map<Double, Long> classic(HistogramDataPointSnapshot of) {
        Map<Double, Long> counts = new TreeMap<>();
        for (ClassicHistogramBucket bucket : of.getClassicBuckets()) {
            if (bucket.getCount() > 0) {
                counts.put(bucket.getUpperBound(), bucket.getCount());
            }
        }
        return counts;
    }

    @Test
    void classicBucketsBeginAt50MicrosecondsAndTheLastHasNoEnd() {
        HistogramDataPointSnapshot point = of(0, 1_000, 49_000, 60_000, 1_500_000, 200_000_000_000L);

        assertThat(point.getClassicBuckets().getUpperBound(0)).isEqualTo(50e-6);
        assertThat(classic(point))
                .isEqualTo(new TreeMap<>(Map.of(50e-6, 3L, 100e-6, 1L, 2e-3, 1L, Double.POSITIVE_INFINITY, 1L)));
    }

    @Test
    void bothKindsHaveEachSampleOnceAndZeroHasABucketOfItsOwn() {
        HistogramDataPointSnapshot point = of(0, 0, 1_000_000, 2_000_000, 2_000_000);

        long inNative = point.getNativeBucketsForPositiveValues().stream()
                .mapToLong(NativeHistogramBucket::getCount)
                .sum();
        assertThat(point.getCount()).isEqualTo(5);
        assertThat(point.getNativeZeroCount()).isEqualTo(2);
        assertThat(inNative).isEqualTo(3);
        assertThat(point.getSum()).isCloseTo(0.005, within(0.000_005));
    }

    /** By definition a bucket reaches from the bound below, exclusive, to its own, inclusive. */
    @Test
    void aNativeBucketHasWhatLiesBetweenItsBounds() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);
        for (int attempt = 0; attempt < 1_000; attempt++) {
            double seconds = Math.pow(10, random.nextDouble(-8, 2));
            int bucket = LatencyBuckets.nativeBucket(seconds);

            assertThat(seconds)
                    .isGreaterThan(Math.pow(BASE, bucket - 1) * (1 - 1e-9))
                    .isLessThanOrEqualTo(Math.pow(BASE, bucket) * (1 + 1e-9));
        }
    }

    /** Counters may not fall, whatever is added. */
    @Test
    void noCountAndNoSumFallsWhenSamplesAreAdded() {
        Histogram histogram = new Histogram(3);
        HistogramDataPointSnapshot before = LatencyBuckets.of(histogram, Labels.EMPTY, 0);
        for (long value : List.of(30_000_000L, 70L, 3_000_000_000L, 900_000L)) {
            histogram.recordValue(value);
            HistogramDataPointSnapshot after = LatencyBuckets.of(histogram, Labels.EMPTY, 0);
            for (int bucket = 0; bucket < after.getClassicBuckets().size(); bucket++) {
                assertThat(after.getClassicBuckets().getCount(bucket))
                        .isGreaterThanOrEqualTo(before.getClassicBuckets().getCount(bucket));
            }
            assertThat(after.getSum()).isGreaterThan(before.getSum());
            before = after;
        }
    }
}
