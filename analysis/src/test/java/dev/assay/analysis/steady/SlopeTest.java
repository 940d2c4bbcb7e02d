package dev.assay.analysis.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlopeTest {
    private static final int SEEDS = 2000;

    @Test
    void aStraightLineHasItsSlopeAndNoDoubt() {
        Slope slope =
                Slope.of(IntStream.range(0, 30).mapToDouble(i -> 5 + 3 * i).toArray());
        assertThat(slope.median()).isCloseTo(3, within(1e-12));
        assertThat(slope.low()).isCloseTo(3, within(1e-12));
        assertThat(slope.high()).isCloseTo(3, within(1e-12));
        assertThat(Slope.of(new double[30])).isEqualTo(new Slope(0, 0, 0));
    }

    /**
     * Computed by hand: for n = 20, Kendall's variance is 20 · 19 · 45 / 18 = 950, and Student's quantile for 18 degrees of freedom
     * 1.645 + (1.645³ + 1.645) / 72 = 1.730, so the interval leaves out (190 − 1.730 √950) / 2 = 68.3 of the 190 slopes at each end.
     * Alternating values do not correlate.
     */
    @Test
    void theIntervalLeavesOutAsManySlopesAsKendallsVarianceSays() {
        double[] values = IntStream.range(0, 20).mapToDouble(i -> i % 2).toArray();
        double[] slopes = IntStream.range(0, 20)
                .boxed()
                .flatMapToDouble(i -> IntStream.range(i + 1, 20).mapToDouble(j -> (values[j] - values[i]) / (j - i)))
                .sorted()
                .toArray();
        Slope slope = Slope.of(values);
        assertThat(slope.low()).isEqualTo(slopes[68]);
        assertThat(slope.high()).isEqualTo(slopes[121]);
    }

    @Test
    void outliersHardlyMoveIt() {
        double[] values = IntStream.range(0, 30)
                .mapToDouble(i -> i % 10 == 7 ? 100 : i % 3)
                .toArray();
        Slope slope = Slope.of(values);
        assertThat(slope.median()).isCloseTo(0, within(0.05));
        assertThat(slope.high() - slope.low()).isLessThan(0.2);
    }

    /** The true slope lies outside about once in ten times, also where neighbouring values resemble each other. */
    @ParameterizedTest
    @CsvSource({"30, 0", "30, 0.3", "30, 0.5", "90, 0.3", "90, 0.5"})
    void theIntervalCoversTheTrueSlope(int values, double correlation) {
        Noise noise = new Noise(0.2, correlation);
        long missed = LongStream.range(0, SEEDS)
                .filter(seed -> {
                    double[] logarithms = Arrays.stream(noise.on(seed, values, t -> Math.exp(0.01 * t)))
                            .map(Math::log)
                            .toArray();
                    Slope slope = Slope.of(logarithms);
                    return slope.low() > 0.01 || slope.high() < 0.01;
                })
                .count();
        assertThat(missed / (double) SEEDS).isBetween(0.03, 0.12);
    }
}
