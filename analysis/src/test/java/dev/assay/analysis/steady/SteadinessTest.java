package dev.assay.analysis.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.result.SteadyRecord.State;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadinessTest {
    private static final Tolerance QUARTER = new Tolerance(0.25, 0);
    private static final double AHEAD = 20;

    @Test
    void aLevelIsSteadyAtTheFirstMomentThatItMayBe() {
        double[] level = new double[20];
        Arrays.fill(level, 7);
        assertThat(of(level)).isEqualTo(new Steadiness(State.STEADY, 0, 7, 0, 0));
        assertThat(of(Arrays.copyOf(level, 19)).state()).isEqualTo(State.NOT_KNOWN);
        assertThat(of(new double[0]).state()).isEqualTo(State.NOT_KNOWN);
    }

    /** A fall of 1 % a second amounts to 18.2 % in 20 s, and one of 2 % to 33.2 %; a quarter lies in between. */
    @Test
    void aTrendIsCarriedForward() {
        Steadiness slow = of(series(90, t -> 100 * Math.pow(0.99, t)));
        assertThat(slow.state()).isEqualTo(State.STEADY);
        assertThat(slow.high()).isCloseTo(Math.pow(0.99, AHEAD) - 1, within(1e-9));
        Steadiness fast = of(series(90, t -> 100 * Math.pow(0.98, t)));
        assertThat(fast.state()).isEqualTo(State.CHANGING);
        assertThat(fast.low()).isCloseTo(Math.pow(0.98, AHEAD) - 1, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"5", "15"})
    void aStepIsLeftBehind(int at) {
        DoubleUnaryOperator step = t -> t < at ? 10 : 15;
        assertThat(of(series(20, step)).state()).isNotEqualTo(State.STEADY);
        Steadiness later = of(series(at + 20, step));
        assertThat(later.state()).isEqualTo(State.STEADY);
        assertThat(later.level()).isEqualTo(15);
    }

    @Test
    void spikesThatComeBackArePartOfTheState() {
        assertThat(of(series(30, t -> t % 10 < 1 ? 100 : 10)).state()).isEqualTo(State.STEADY);
    }

    @Test
    void whatChangesByLessThanMattersIsSteady() {
        double[] rising = series(40, t -> 0.05 + t / 400);
        assertThat(of(rising).state()).isEqualTo(State.CHANGING);
        assertThat(Steadiness.of(rising, new Tolerance(0.25, 0.2), AHEAD).state())
                .isEqualTo(State.STEADY);
    }

    @Test
    void noiseThatHidesAChangeIsNotCalledSteady() {
        assertThat(Steadiness.of(new Noise(0.8, 0.5).on(1, 30, t -> 10), QUARTER, AHEAD)
                        .state())
                .isEqualTo(State.NOT_KNOWN);
    }

    private static Steadiness of(double[] values) {
        return Steadiness.of(values, QUARTER, AHEAD);
    }

    private static double[] series(int seconds, DoubleUnaryOperator level) {
        return Noise.NONE.on(0, seconds, level);
    }
}
