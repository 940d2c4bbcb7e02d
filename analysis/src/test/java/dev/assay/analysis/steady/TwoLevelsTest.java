package dev.assay.analysis.steady;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TwoLevelsTest {
    private static final Tolerance QUARTER = new Tolerance(0.25, 0);
    private static final int SEEDS = 400;

    @Test
    void saysFromWhenToWhenAndBothLevels() {
        double[] values = new Noise(0.02, 0).on(1, 60, t -> t > 20 && t < 40 ? 46 : 1.4);
        TwoLevels seen = Objects.requireNonNull(TwoLevels.of(values, QUARTER));
        assertThat(seen.from()).isEqualTo(20);
        assertThat(seen.to()).isEqualTo(40);
        assertThat(seen.inside()).isBetween(45.0, 47.0);
        assertThat(seen.outside()).isBetween(1.3, 1.5);
    }

    @Test
    void aStallAndSpikesAreNoLevel() {
        Noise noise = new Noise(0.05, 0);
        assertThat(TwoLevels.of(noise.on(1, 60, t -> t > 20 && t < 23 ? 2000 : 10), QUARTER))
                .isNull();
        assertThat(TwoLevels.of(noise.on(1, 60, t -> t % 10 > 9 ? 500 : 10), QUARTER))
                .isNull();
        assertThat(TwoLevels.of(new double[3], QUARTER)).isNull();
    }

    @Test
    void lessThanMattersIsNone() {
        assertThat(TwoLevels.of(new Noise(0.02, 0).on(1, 60, t -> t > 20 && t < 40 ? 12 : 10), QUARTER))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "30, 0.15, 0.3",
        "30, 0.15, 0.5",
        "30, 0.3, 0.3",
        "30, 0.3, 0.5",
        "60, 0.15, 0.5",
        "60, 0.3, 0.3",
        "60, 0.3, 0.5",
        "180, 0.3, 0.3",
        "180, 0.3, 0.5"
    })
    void noiseSeldomPassesForTwoLevels(int seconds, double scatter, double correlation) {
        Noise noise = new Noise(scatter, correlation);
        long found = LongStream.range(0, SEEDS)
                .filter(seed -> TwoLevels.of(noise.on(seed, seconds, t -> 10), QUARTER) != null)
                .count();
        assertThat(found / (double) SEEDS).isLessThanOrEqualTo(0.05);
    }

    @ParameterizedTest
    @CsvSource({"60, 20, 3, 0.1, 0.3, 0.95", "60, 20, 30, 0.3, 0.5, 0.9", "180, 20, 2, 0.1, 0.3, 0.95"})
    void levelsThatComeBackAreFound(
            int seconds, int length, double times, double scatter, double correlation, double rate) {
        Noise noise = new Noise(scatter, correlation);
        long found = LongStream.range(0, SEEDS)
                .filter(seed -> {
                    double from = 5 + seed % (seconds - length - 10);
                    double[] values = noise.on(seed, seconds, t -> t > from && t < from + length ? times : 1);
                    return TwoLevels.of(values, QUARTER) != null;
                })
                .count();
        assertThat(found / (double) SEEDS).isGreaterThanOrEqualTo(rate);
    }
}
