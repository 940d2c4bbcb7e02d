package dev.assay.analysis.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangepointTest {
    /** Of n values with a step after k of them, K is k (n − k). */
    @Test
    void findsAStepWithTheProbabilityOfPettittsFormula() {
        double[] step = IntStream.range(0, 30).mapToDouble(i -> i < 12 ? 1 : 3).toArray();
        Changepoint found = Changepoint.of(step);
        assertThat(found.at()).isEqualTo(12);
        assertThat(found.before()).isEqualTo(1);
        assertThat(found.after()).isEqualTo(3);
        assertThat(found.probability()).isCloseTo(2 * Math.exp(-6.0 * 216 * 216 / (27_000 + 900)), within(1e-12));
    }

    @Test
    void noiseSeldomPassesForAChange() {
        Random random = new Random(5);
        long alarms = IntStream.range(0, 5_000)
                .filter(run -> Changepoint.of(random.doubles(30).toArray()).probability() < 0.01)
                .count();
        assertThat(alarms).isBetween(5L, 60L);
    }

    @Test
    void oneValueCantChange() {
        assertThatThrownBy(() -> Changepoint.of(new double[1])).hasMessageContaining("at least two");
    }

    @Test
    void mserLeavesOutWhatLiesAboveTheRest() {
        double[] values =
                IntStream.range(0, 42).mapToDouble(i -> i < 13 ? 50 - i : 10).toArray();
        assertThat(Mser.truncation(values, 20)).isEqualTo(17);
        assertThat(Mser.truncation(new double[42], 20)).isZero();
        assertThat(Mser.truncation(values, 40)).isZero();
    }
}
