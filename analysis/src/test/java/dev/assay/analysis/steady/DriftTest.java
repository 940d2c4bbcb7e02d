package dev.assay.analysis.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.result.SteadyRecord.State;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriftTest {
    private static final Tolerance QUARTER = new Tolerance(0.25, 0);
    private static final int SEEDS = 1000;

    @Test
    void comparesTheMediansOfTheFirstAndTheLastThird() {
        Drift drift = Drift.of(n(series(30, t -> (100 + 2 * t) / 1000)));
        assertThat(drift.first()).isCloseTo(110, within(1e-9));
        assertThat(drift.last()).isCloseTo(150, within(1e-9));
        assertThat(drift.change()).isCloseTo(40, within(1e-9));
        assertThat(drift.low()).isCloseTo(40, within(1e-9));
        assertThat(drift.high()).isCloseTo(40, within(1e-9));
        assertThat(drift.n()).isEqualTo(30);
        assertThat(Drift.ofFactors(n(new double[0]))).isEqualTo(Drift.NONE);
    }

    /** The values were measured on two cores, with the noise of their seconds. */
    @ParameterizedTest
    @CsvSource({"59, 29, 30", "13, 3.7, 30", "19, 31, 30", "331, 22, 180"})
    void findsWhatHadNotSettled(double from, double to, int seconds) {
        Noise noise = new Noise(0.1, 0.3);
        assertThat(LongStream.range(0, SEEDS)
                        .filter(seed -> of(noise.on(seed, seconds, t -> from * Math.pow(to / from, t / seconds)))
                                        .state(QUARTER)
                                == State.CHANGING)
                        .count())
                .isGreaterThan(SEEDS * 3 / 4);
    }

    @Test
    void aFallCountsAsMuchAsTheRiseThatUndoesIt() {
        assertThat(of(series(30, t -> 10 + t / 5)).state(QUARTER)).isEqualTo(State.CHANGING);
        assertThat(of(series(30, t -> 16 - t / 5)).state(QUARTER)).isEqualTo(State.CHANGING);
    }

    @Test
    void spikesAndAStallThatIsOverAreNoDrift() {
        Noise noise = new Noise(0.05, 0);
        assertThat(of(noise.on(1, 30, t -> t % 10 > 9 ? 500 : 10)).state(QUARTER))
                .isEqualTo(State.STEADY);
        assertThat(of(noise.on(1, 30, t -> t > 12 && t < 15 ? 2000 : 10)).state(QUARTER))
                .isEqualTo(State.STEADY);
    }

    @Test
    void tooFewValuesTellNothing() {
        assertThat(of(series(Drift.MIN_FIGURES - 1, t -> 10 + 10 * t)).state(QUARTER))
                .isEqualTo(State.NOT_KNOWN);
        assertThat(of(series(Drift.MIN_FIGURES, t -> 10 + 10 * t)).state(QUARTER))
                .isEqualTo(State.CHANGING);
    }

    private static Drift of(double[] series) {
        return Drift.ofFactors(n(series));
    }

    private static MannKendall.Series n(double[] series) {
        MannKendall.Series n = new MannKendall.Series();
        DoubleStream.of(series).map(value -> value * 1000).forEach(n::add);
        return n;
    }

    private static double[] series(int seconds, DoubleUnaryOperator level) {
        return Noise.NONE.on(0, seconds, level);
    }
}
