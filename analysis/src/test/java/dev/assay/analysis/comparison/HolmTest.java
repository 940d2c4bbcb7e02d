package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class HolmTest {
    /** In order, 0.005, 0.01, 0.03, 0.04 are multiplied by 4, 3, 2 and 1, and the last may not be less than the one before. */
    @Test
    void eachIsHeldAgainstThoseThatAreLeft() {
        assertThat(Holm.adjusted(List.of(0.01, 0.04, 0.03, 0.005)))
                .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-12 ? 0 : Double.compare(a, b))
                .containsExactly(0.03, 0.06, 0.06, 0.02);
        assertThat(Holm.adjusted(List.of(0.6, 0.5))).containsExactly(1.0, 1.0);
        assertThat(Holm.adjusted(List.of(0.02))).containsExactly(0.02);
        assertThat(Holm.adjusted(List.of())).isEmpty();
    }

    @Test
    void whereNothingDiffersOneOfFiveIsCalledSoInOneOfTwenty() {
        Random random = new Random(1);
        int falsely = 0;
        for (int i = 0; i < 20_000; i++) {
            List<Double> pValues =
                    DoubleStream.generate(random::nextDouble).limit(5).boxed().toList();
            falsely += Holm.adjusted(pValues).stream().anyMatch(p -> p <= 0.05) ? 1 : 0;
        }
        assertThat(falsely / 20_000.0).isCloseTo(1 - Math.pow(0.99, 5), within(0.004));
    }
}
