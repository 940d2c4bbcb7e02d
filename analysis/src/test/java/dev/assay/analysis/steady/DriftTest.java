package dev.assay.analysis.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriftTest {
    private static final Tolerance QUARTER = new Tolerance(0.25, 0);
    private static final double Z = 3.5;
    private static final double Z_OF_TWICE = 2;
    private static final int SEEDS = 1000;

    @Test
    void comparesTheMediansOfTheFirstAndTheLastThird() {
        Drift drift = of(series(30, t -> 100 + 2 * t));
        assertThat(drift.first()).isCloseTo(109, within(1e-9));
        assertThat(drift.last()).isCloseTo(149, within(1e-9));
        assertThat(drift.change()).isCloseTo(40, within(1e-9));
        assertThat(drift.slope()).isCloseTo(2, within(1e-9));
        assertThat(drift.n()).isEqualTo(30);
        assertThat(of(new double[0])).isEqualTo(Drift.NONE);
    }

    /** What was measured on two cores, with the noise of their seconds. */
    @ParameterizedTest
    @CsvSource({"59, 29, 30", "13, 3.7, 30", "19, 31, 30", "331, 22, 180"})
    void findsWhatHadNotSettled(double from, double to, int seconds) {
        double[] decay = series(seconds, t -> from * Math.pow(to / from, t / (seconds - 1)));
        assertThat(LongStream.range(0, SEEDS)
                        .filter(seed -> drifts(seed, 0.3, decay))
                        .count())
                .isGreaterThan(SEEDS * 9 / 10);
    }

    @Test
    void aFallCountsAsMuchAsTheRiseThatUndoesIt() {
        assertThat(of(series(30, t -> 10 + t / 5)).exceeds(QUARTER, Z, Z_OF_TWICE))
                .isTrue();
        assertThat(of(series(30, t -> 16 - t / 5)).exceeds(QUARTER, Z, Z_OF_TWICE))
                .isTrue();
    }

    /** Log-normal noise of 10 %, as medians of seconds have it: fewer than 1 in 100 false alarms even where neighbours correlate by 0.6. */
    @ParameterizedTest
    @CsvSource({"10, 0", "30, 0", "30, 0.3", "30, 0.6", "180, 0.6"})
    void noiseIsNoDrift(int seconds, double correlation) {
        double[] level = series(seconds, t -> 10);
        assertThat(LongStream.range(0, SEEDS)
                        .filter(seed -> drifts(seed, correlation, level))
                        .count())
                .isLessThanOrEqualTo(SEEDS / 100);
    }

    @Test
    void spikesAndAStallThatIsOverAreNoDrift() {
        assertThat(of(series(30, t -> t % 10 == 9 ? 500 : 10)).exceeds(QUARTER, Z, Z_OF_TWICE))
                .isFalse();
        assertThat(of(series(30, t -> t >= 12 && t < 15 ? 2000 : 10)).exceeds(QUARTER, Z, Z_OF_TWICE))
                .isFalse();
    }

    @Test
    void tooFewValuesAreNone() {
        assertThat(of(series(Drift.MIN - 1, t -> 10 + 10 * t)).exceeds(QUARTER, 0, 0))
                .isFalse();
        assertThat(of(series(Drift.MIN, t -> 10 + 10 * t)).exceeds(QUARTER, Z, Z_OF_TWICE))
                .isTrue();
    }

    private static boolean drifts(long seed, double correlation, double[] series) {
        return of(SteadinessTest.noisy(seed, correlation, series)).exceeds(QUARTER, Z, Z_OF_TWICE);
    }

    private static Drift of(double[] series) {
        MannKendall.Series n = new MannKendall.Series();
        DoubleStream.of(series).forEach(n::add);
        return Drift.of(n);
    }

    private static double[] series(int length, DoubleUnaryOperator of) {
        return DoubleStream.iterate(0, t -> t + 1).limit(length).map(of).toArray();
    }
}
