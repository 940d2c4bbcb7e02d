package dev.assay.model.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.arrival.SplitMix;
import java.util.Collections;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalTest {
    private static final int EXPERIMENTS = 20_000;

    private static Interval of(double... values) {
        return Interval.of(DoubleStream.of(values).boxed().toList()).orElseThrow();
    }

    @Test
    void belowThreeTrialsThereIsNone() {
        assertThat(Interval.of(List.of())).isEmpty();
        assertThat(Interval.of(List.of(1.0, 1.0))).isEmpty();
    }

    /** The ranks are those of tables of the sign test at 5 %, two-sided, such as those of Hollander, Wolfe and Chicken. */
    @ParameterizedTest
    @CsvSource({"6, 1", "7, 1", "8, 1", "9, 2", "10, 2", "11, 2", "12, 3", "15, 4", "20, 6", "25, 8", "30, 10", "50, 18"
    })
    void fromSixOnItLiesBetweenTheRanksOfTheSignTest(int trials, int rank) {
        assertThat(Interval.rank(trials)).isEqualTo(rank);
        Interval interval = Interval.of(IntStream.rangeClosed(1, trials)
                        .mapToObj(value -> (double) value)
                        .collect(Collectors.collectingAndThen(Collectors.toList(), values -> {
                            Collections.reverse(values);
                            return values;
                        })))
                .orElseThrow();
        assertThat(interval.low()).isEqualTo(rank);
        assertThat(interval.high()).isEqualTo(trials + 1 - rank);
        assertThat(interval.centre()).isEqualTo((trials + 1) / 2.0);
    }

    /** Student's quantile has a closed form with 2 and with 4 degrees of freedom. */
    @Test
    void belowSixItIsStudentsIntervalOfTheLogarithms() {
        double q = 0.95;
        double t2 = q * Math.sqrt(2 / (1 - q * q));
        Interval three = of(1, Math.E, Math.E * Math.E);
        assertThat(three.centre()).isCloseTo(Math.E, within(1e-9));
        assertThat(Math.log(three.high())).isCloseTo(1 + t2 / Math.sqrt(3), within(1e-9));
        assertThat(Math.log(three.low())).isCloseTo(1 - t2 / Math.sqrt(3), within(1e-9));

        double a = 4 * 0.975 * 0.025;
        double t4 = 2 * Math.sqrt(Math.cos(Math.acos(Math.sqrt(a)) / 3) / Math.sqrt(a) - 1);
        Interval five = of(Math.exp(-2), Math.exp(-1), 1, Math.exp(1), Math.exp(2));
        assertThat(Math.log(five.high())).isCloseTo(t4 * Math.sqrt(2.5 / 5), within(1e-9));
        assertThat(five.low() * five.high()).isCloseTo(1, within(1e-9));
    }

    @Test
    void theHalfWidthIsRelativeToTheCentre() {
        assertThat(of(90, 100, 100, 100, 100, 120).relativeHalfWidth()).isCloseTo(0.15, within(1e-12));
        assertThat(of(7, 7, 7).relativeHalfWidth()).isZero();
        assertThat(of(7, 7, 7, 7, 7, 7).relativeHalfWidth()).isZero();
        assertThat(of(0, 0, 0, 0, 0, 7).relativeHalfWidth()).isInfinite();
    }

    @Test
    void itScalesWithItsValues() {
        Interval one = of(3, 4, 5, 9);
        Interval thousand = of(3e3, 4e3, 5e3, 9e3);
        assertThat(thousand.relativeHalfWidth()).isCloseTo(one.relativeHalfWidth(), within(1e-12));
        assertThat(thousand.low()).isCloseTo(1e3 * one.low(), within(1e-6));
    }

    @Test
    void whatHasNoLogarithmHasNoIntervalOfFewTrials() {
        assertThat(Interval.of(List.of(0.0, 1.0, 2.0))).isEmpty();
        assertThat(of(0, 1, 2, 3, 4, 5).low()).isZero();
    }

    @Test
    void moreTrialsThanARunCanHaveAreRefused() {
        assertThat(Interval.rank(1_000)).isEqualTo(469);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Interval.of(Collections.nCopies(1_001, 1.0)))
                .withMessageContaining("1001");
    }

    /** Latencies of trials are about log-normal: there Student's interval is exact. Two in a thousand are five sigmas here. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void itCoversTheMedianOfLogNormalTrialsIn95Of100Cases(int trials) {
        assertThat(coverage(trials, 10, draw -> 10 * Math.exp(0.4 * normal(draw))))
                .isCloseTo(0.95, within(0.008));
    }

    /** Whatever the distribution, the coverage is that of the ranks: 96.9 % with 6, 97.9 % with 10, 96.5 % with 15. */
    @ParameterizedTest
    @CsvSource({"6, 0.96875", "10, 0.978516", "15, 0.964844"})
    void itCoversTheMedianOfAnyDistributionAsOftenAsTheRanksSay(int trials, double expected) {
        LongToDoubleFunction exponential = draw -> -Math.log(SplitMix.uniform(11, draw));
        LongToDoubleFunction heavy = draw -> Math.pow(SplitMix.uniform(12, draw), -2);
        LongToDoubleFunction logNormal = draw -> Math.exp(2 * normal(draw));
        assertThat(coverage(trials, Math.log(2), exponential)).isCloseTo(expected, within(0.008));
        assertThat(coverage(trials, 4, heavy)).isCloseTo(expected, within(0.008));
        assertThat(coverage(trials, 1, logNormal)).isCloseTo(expected, within(0.008));
    }

    /** Returns the fraction of simulated experiments whose interval holds the true median. */
    private static double coverage(int trials, double median, LongToDoubleFunction draw) {
        long holding = LongStream.range(0, EXPERIMENTS)
                .filter(experiment -> {
                    Interval interval = Interval.of(LongStream.range(0, trials)
                                    .mapToObj(trial -> draw.applyAsDouble(experiment * trials + trial))
                                    .toList())
                            .orElseThrow();
                    return interval.low() <= median && median <= interval.high();
                })
                .count();
        return (double) holding / EXPERIMENTS;
    }

    /** Draws a normal number by Box and Muller, A Note on the Generation of Random Normal Deviates (1958). */
    private static double normal(long draw) {
        return Math.sqrt(-2 * Math.log(SplitMix.uniform(1, draw))) * Math.cos(2 * Math.PI * SplitMix.uniform(2, draw));
    }
}
