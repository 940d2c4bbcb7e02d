package dev.assay.analysis.steady;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadinessTest {
    private static final Tolerance TENTH = new Tolerance(0.1, 0);
    private static final int SEEDS = 400;

    @Test
    void aLevelIsSteadyAtTheFirstMomentThatItMayBe() {
        double[] level = new double[Steadiness.MIN];
        Arrays.fill(level, 7);
        assertThat(Steadiness.of(level, TENTH)).isEqualTo(new Steadiness(true, 0, 7, 0, 0));
        assertThat(Steadiness.of(Arrays.copyOf(level, Steadiness.MIN - 1), TENTH)
                        .steady())
                .isFalse();
        assertThat(Steadiness.of(new double[0], TENTH).steady()).isFalse();
    }

    /** 20 + 280 exp(−t / tau) changes by a tenth within 20 s for the last time where 280 exp(−t / tau) (1 − exp(−20 / tau)) is 2. */
    @ParameterizedTest
    @CsvSource({"3, 14.8", "6, 29.4", "10, 48.0"})
    void aDecayIsOverWhenItsClosedFormSaysSo(double tau, double overSeconds) {
        double[] decay = series(120, t -> 20 + 280 * Math.exp(-t / tau));
        Steadiness first = firstSteady(decay);
        assertThat((double) first.since()).isBetween(overSeconds - 2 * Mser.BATCH, overSeconds + Mser.BATCH);
    }

    @ParameterizedTest
    @CsvSource({"3, 5", "6, 12", "10, 20"})
    void aNoisyDecayIsSeldomOverBeforeItIsNearItsLevel(double tau, int notBefore) {
        long early = LongStream.range(0, SEEDS)
                .filter(seed -> firstSteady(noisy(seed, 0.3, series(120, t -> 20 + 280 * Math.exp(-t / tau))))
                                .since()
                        < notBefore)
                .count();
        assertThat(early).isLessThan(SEEDS / 20);
    }

    /** Waiting for a second more is all that a false alarm costs. The noise is log-normal, of 10 %. */
    @ParameterizedTest
    @CsvSource({"0, 0.07", "0.3, 0.16"})
    void noiseIsSteadyAtOnceButForTheStatedRateOfFalseAlarms(double correlation, double rate) {
        double[] level = series(Steadiness.MIN, t -> 10);
        long alarms = LongStream.range(0, SEEDS)
                .filter(seed ->
                        !Steadiness.of(noisy(seed, correlation, level), TENTH).steady())
                .count();
        assertThat(alarms / (double) SEEDS).isLessThan(rate);
    }

    @ParameterizedTest
    @CsvSource({"5", "15"})
    void aStepIsLeftBehind(int at) {
        Steadiness first = firstSteady(series(80, t -> t < at ? 10 : 15));
        assertThat(first.steady()).isTrue();
        assertThat(first.since()).isBetween(at - Mser.BATCH, at + Mser.BATCH);
    }

    @Test
    void aDriftInEitherDirectionIsNeverSteady() {
        assertThat(firstSteady(series(90, t -> 100 - t)).steady()).isFalse();
        assertThat(firstSteady(series(90, t -> 100 * Math.exp(t / 100))).steady())
                .isFalse();
    }

    @Test
    void spikesThatComeBackArePartOfTheState() {
        double[] spikes = series(Steadiness.MIN, t -> t % 10 == 7 ? 100 : 10);
        assertThat(Steadiness.of(spikes, TENTH).steady()).isTrue();
    }

    @Test
    void whatChangesByLessThanMattersIsSteady() {
        double[] rising = series(40, t -> 1 + t / 400);
        assertThat(Steadiness.of(rising, new Tolerance(0.01, 0)).steady()).isFalse();
        assertThat(Steadiness.of(rising, new Tolerance(0.01, 0.2)).steady()).isTrue();
    }

    /** As a phase asks, second after second; the last answer where none is yes. */
    private static Steadiness firstSteady(double[] values) {
        Steadiness last = Steadiness.of(new double[0], TENTH);
        for (int n = Steadiness.MIN; n <= values.length && !last.steady(); n++) {
            last = Steadiness.of(Arrays.copyOf(values, n), TENTH);
        }
        return last;
    }

    private static double[] series(int length, DoubleUnaryOperator of) {
        return DoubleStream.iterate(0, t -> t + 1).limit(length).map(of).toArray();
    }

    /** Log-normal noise of 10 %, whose neighbours correlate (autoregressive, of the first order). */
    static double[] noisy(long seed, double correlation, double[] series) {
        Random random = new Random(seed);
        double[] noisy = new double[series.length];
        double state = random.nextGaussian();
        for (int i = 0; i < noisy.length; i++) {
            noisy[i] = series[i] * Math.exp(0.1 * state);
            state = correlation * state + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return noisy;
    }
}
