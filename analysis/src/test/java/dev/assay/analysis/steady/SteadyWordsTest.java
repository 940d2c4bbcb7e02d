package dev.assay.analysis.steady;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.SteadyRecord.State;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often the words <em>steady</em>, <em>still changing</em> and <em>drift</em> are false, over decays, levels and steps with the
 * noise of real seconds. The table stands in docs/METHODOLOGY.md. A word is false where the level, without its noise, says otherwise.
 */
class SteadyWordsTest {
    private static final Tolerance QUARTER = new Tolerance(0.25, 0);
    private static final int LIMIT_SECONDS = 180;
    private static final int FIRST_LOOK = 20;
    private static final double ALLOWED = 0.05;

    /** Of many series, how often each word was printed, and how often it was false. */
    private static final class Tally {
        private int series;
        private int steady;
        private int falselySteady;
        private int changing;
        private int falselyChanging;

        double rate(int count) {
            return count / (double) series;
        }

        @Override
        public String toString() {
            return "n = %d: steady %d (false %d), still changing %d (false %d), not known %d"
                    .formatted(series, steady, falselySteady, changing, falselyChanging, series - steady - changing);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "5, 0.05, 0.3", "5, 0.15, 0.5", "5, 0.3, 0.3", "5, 0.3, 0.5",
        "20, 0.05, 0.3", "20, 0.15, 0.5", "20, 0.3, 0.3", "20, 0.3, 0.5",
        "40, 0.05, 0.3", "40, 0.15, 0.5", "40, 0.3, 0.3", "40, 0.3, 0.5"
    })
    void aDecayIsSeldomCalledSteadyTooEarly(double tau, double scatter, double correlation) {
        Tally tally = decays(tau, new Noise(scatter, correlation), 25);
        assertThat(tally.rate(tally.falselySteady))
                .as("falsely steady, %s", tally)
                .isLessThanOrEqualTo(ALLOWED);
        assertThat(tally.rate(tally.falselyChanging))
                .as("falsely changing, %s", tally)
                .isLessThanOrEqualTo(ALLOWED);
    }

    @ParameterizedTest
    @CsvSource({"0.05, 0.3", "0.15, 0.5", "0.3, 0.3", "0.3, 0.5"})
    void aLevelIsCalledSteadySooner(double scatter, double correlation) {
        Tally tally = new Tally();
        phases(tally, new Noise(scatter, correlation), 30, t -> 1, 100);
        assertThat(tally.rate(tally.steady)).as("%s", tally).isGreaterThan(0.95);
        assertThat(tally.changing).isZero();
    }

    /** Of a measured phase: false where the level moves by less than half of what is tolerated between its thirds. */
    @ParameterizedTest
    @CsvSource({"0.05, 0.3", "0.15, 0.5", "0.3, 0.3", "0.3, 0.5"})
    void aLevelSeldomDrifts(double scatter, double correlation) {
        for (int measured : new int[] {20, 30, 60, 180}) {
            Tally level = drifts(new Noise(scatter, correlation), measured, t -> 1, 1000);
            assertThat(level.rate(level.changing))
                    .as("%d s, %s", measured, level)
                    .isLessThanOrEqualTo(ALLOWED);
        }
    }

    /** A rise by half is never called none, and is called drift where the noise lets it be seen. */
    @ParameterizedTest
    @CsvSource({"0.05, 0.3, 0.95", "0.10, 0.3, 0.75", "0.15, 0.5, 0", "0.3, 0.5, 0"})
    void aDriftIsSeldomCalledNone(double scatter, double correlation, double found) {
        Tally tally = drifts(new Noise(scatter, correlation), 30, t -> 19 * Math.pow(31 / 19.0, t / 30), 1000);
        assertThat(tally.rate(tally.steady)).as("%s", tally).isLessThanOrEqualTo(ALLOWED);
        assertThat(tally.rate(tally.changing)).as("%s", tally).isGreaterThanOrEqualTo(found);
    }

    /** The same with many series each; the table of METHODOLOGY is taken from here. */
    @Test
    @Tag("long")
    void overManySeries() {
        for (double tau : new double[] {5, 20, 40}) {
            for (double scatter : new double[] {0.05, 0.15, 0.3}) {
                for (double correlation : new double[] {0.3, 0.5}) {
                    Tally tally = decays(tau, new Noise(scatter, correlation), 500);
                    String text = "%s s, scatter %s, correlation %s: %s".formatted(tau, scatter, correlation, tally);
                    assertThat(tally.rate(tally.falselySteady)).as(text).isLessThanOrEqualTo(ALLOWED);
                    assertThat(tally.rate(tally.falselyChanging)).as(text).isLessThanOrEqualTo(ALLOWED);
                }
            }
        }
    }

    /** From twice the level, and from nine times. */
    private static Tally decays(double tau, Noise noise, int seeds) {
        Tally tally = new Tally();
        for (double height : new double[] {1, 8}) {
            phases(tally, noise, 30, t -> 1 + height * Math.exp(-t / tau), seeds);
            phases(tally, noise, 60, t -> 1 + height * Math.exp(-t / tau), seeds);
        }
        return tally;
    }

    /** Warm-ups as a trial has them: a look every 5 s, two in a row. */
    private static void phases(Tally tally, Noise noise, int measured, DoubleUnaryOperator level, int seeds) {
        double ahead = measured * 2 / 3.0;
        for (int seed = 0; seed < seeds; seed++) {
            double[] values = noise.on(seed, LIMIT_SECONDS, level);
            State before = State.NOT_KNOWN;
            State word = State.NOT_KNOWN;
            int end = FIRST_LOOK;
            for (; end <= LIMIT_SECONDS; end += (int) SteadyWatch.LOOK_SECONDS) {
                word = Steadiness.of(Arrays.copyOf(values, end), QUARTER, ahead).state();
                if (word == State.STEADY && before == State.STEADY) {
                    break;
                }
                before = word;
            }
            tally.series++;
            double change = Math.abs(Math.log(median(level, Math.min(end, LIMIT_SECONDS), measured / 3)
                    / median(level, Math.min(end, LIMIT_SECONDS) + measured * 2 / 3, measured / 3)));
            if (end <= LIMIT_SECONDS) {
                tally.steady++;
                tally.falselySteady += change > QUARTER.logarithm(1) ? 1 : 0;
            } else if (word == State.CHANGING) {
                tally.changing++;
                tally.falselyChanging += change < QUARTER.times(0.5).logarithm(1) ? 1 : 0;
            }
        }
    }

    private static Tally drifts(Noise noise, int seconds, DoubleUnaryOperator level, int seeds) {
        Tally tally = new Tally();
        for (int seed = 0; seed < seeds; seed++) {
            MannKendall.Series values = new MannKendall.Series();
            DoubleStream.of(noise.on(seed, seconds, t -> 1e6 * level.applyAsDouble(t)))
                    .forEach(values::add);
            tally.series++;
            switch (Drift.ofFactors(values).state(QUARTER)) {
                case STEADY -> tally.steady++;
                case CHANGING -> tally.changing++;
                case NOT_KNOWN -> {}
            }
        }
        return tally;
    }

    /** Of what is measured from then on, without noise. */
    private static double median(DoubleUnaryOperator level, int from, int seconds) {
        return level.applyAsDouble(from + seconds / 2.0);
    }
}
