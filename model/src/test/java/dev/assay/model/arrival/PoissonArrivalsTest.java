package dev.assay.model.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.unit.Rate;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoissonArrivalsTest {
    private static final int GAPS = 100_000;
    private static final Rate RATE = new Rate(10_000);
    private static final double GAP_NANOS = 1e9 / RATE.perSecond();

    @Test
    void theSameSeedGivesTheSameInstantsAndAnotherSeedOthers() {
        assertThat(instants(producerSchedule(7, 1, 3))).isEqualTo(instants(producerSchedule(7, 1, 3)));
        assertThat(instants(producerSchedule(7, 1, 3))).isNotEqualTo(instants(producerSchedule(8, 1, 3)));
    }

    @Test
    void otherProducerSchedulesDoNotChangeAProducerSchedule() {
        ArrivalSchedule first = producerSchedule(7, 0, 2);
        ArrivalSchedule second = producerSchedule(7, 1, 2);
        long[] interleaved = new long[1000];
        for (int i = 0; i < interleaved.length; i++) {
            first.advance();
            first.advance();
            interleaved[i] = Schedules.next(second);
        }
        assertThat(interleaved).isEqualTo(Arrays.copyOf(instants(producerSchedule(7, 1, 2)), 1000));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 42, -1, Long.MAX_VALUE, 0, 1 << 20})
    void gapsAreExponential(long seed) {
        double[] gaps = gaps(instants(producerSchedule(seed, 0, 1)));
        double mean = GAP_NANOS;
        // Kolmogorov's distance: its 0.9999 quantile is 2.23 / sqrt(n).
        assertThat(distanceToExponential(gaps, mean)).isLessThan(2.23 / Math.sqrt(GAPS));
        // Five standard errors; the variance of the variance of an exponential law is 8 mean^4 / n.
        double sampleMean = Arrays.stream(gaps).average().orElseThrow();
        double variance = Arrays.stream(gaps)
                .map(gap -> (gap - mean) * (gap - mean))
                .average()
                .orElseThrow();
        assertThat(Math.abs(sampleMean / mean - 1)).isLessThan(5 / Math.sqrt(GAPS));
        assertThat(Math.abs(variance / (mean * mean) - 1)).isLessThan(5 * Math.sqrt(8.0 / GAPS));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 42})
    void producerSchedulesAreUncorrelated(long seed) {
        double[] first = gaps(instants(producerSchedule(seed, 0, 2)));
        double[] second = gaps(instants(producerSchedule(seed, 1, 2)));
        assertThat(Math.abs(correlation(first, second, 0))).isLessThan(5 / Math.sqrt(GAPS));
        assertThat(Math.abs(correlation(first, second, 1))).isLessThan(5 / Math.sqrt(GAPS));
        assertThat(Math.abs(correlation(first, first, 1))).isLessThan(5 / Math.sqrt(GAPS));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 42})
    void producerSchedulesTogetherAreAPoissonProcessOfTheWholeRate(long seed) {
        int producers = 10;
        long[] merged = LongStream.range(0, producers)
                .flatMap(producer -> Arrays.stream(instants(producerSchedule(seed, (int) producer, producers))))
                .sorted()
                .limit(GAPS) // well before the first schedule ends
                .toArray();
        double[] gaps = gaps(merged);
        assertThat(distanceToExponential(gaps, GAP_NANOS)).isLessThan(2.23 / Math.sqrt(GAPS));
        assertThat(Math.abs(merged[GAPS - 1] / (GAPS * GAP_NANOS) - 1)).isLessThan(5 / Math.sqrt(GAPS));
    }

    @Test
    void instantsNeverGoBack() {
        ArrivalSchedule schedule = Schedules.poisson(5e6, 42, 0, 1);
        long previous = 0;
        for (int i = 0; i < GAPS; i++) {
            long due = Schedules.next(schedule);
            assertThat(due).isGreaterThanOrEqualTo(previous);
            previous = due;
        }
    }

    private static ArrivalSchedule producerSchedule(long seed, int producer, int producers) {
        return Schedules.poisson(RATE.perSecond(), seed, producer, producers);
    }

    private static long[] instants(ArrivalSchedule schedule) {
        return LongStream.generate(() -> Schedules.next(schedule)).limit(GAPS).toArray();
    }

    private static double[] gaps(long[] instants) {
        double[] gaps = new double[instants.length];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = instants[i] - (i == 0 ? 0 : instants[i - 1]);
        }
        return gaps;
    }

    private static double distanceToExponential(double[] gaps, double mean) {
        double[] sorted = gaps.clone();
        Arrays.sort(sorted);
        double distance = 0;
        for (int i = 0; i < sorted.length; i++) {
            double expected = -Math.expm1(-sorted[i] / mean);
            distance = Math.max(distance, expected - (double) i / sorted.length);
            distance = Math.max(distance, (i + 1.0) / sorted.length - expected);
        }
        return distance;
    }

    private static double correlation(double[] a, double[] b, int lag) {
        double meanA = Arrays.stream(a).average().orElseThrow();
        double meanB = Arrays.stream(b).average().orElseThrow();
        double ab = 0;
        double aa = 0;
        double bb = 0;
        for (int i = 0; i + lag < a.length; i++) {
            double fromA = a[i] - meanA;
            double fromB = b[i + lag] - meanB;
            ab += fromA * fromB;
            aa += fromA * fromA;
            bb += fromB * fromB;
        }
        return ab / Math.sqrt(aa * bb);
    }
}
