package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.comparison.Replication.Sides;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReplicationTest {
    private static final double THRESHOLD = 0.25;
    private static final List<Double> FOUND = List.of(100.0, 101.0, 99.0, 100.5, 102.0);

    private static List<Double> times(double factor) {
        return FOUND.stream().map(value -> value * factor).toList();
    }

    private static Replication of(List<Double> found, List<Double> again) {
        return Replication.of(List.of(sides(found, again)), THRESHOLD).getFirst();
    }

    private static Sides sides(List<Double> found, List<Double> again) {
        return new Sides(
                found.stream().map(RatioEstimate::point).toList(),
                again.stream().map(RatioEstimate::point).toList());
    }

    @Test
    void equalValuesAreAlikeAndOthersDiffer() {
        Replication same = of(FOUND, times(1.01));
        Replication slower = of(FOUND, times(1.5));
        Replication faster = of(FOUND, times(0.5));

        assertThat(same.alike()).isTrue();
        assertThat(same.difference()).isEqualTo(Difference.INCONCLUSIVE);
        assertThat(slower.difference()).isEqualTo(Difference.GREATER);
        assertThat(slower.estimate().orElseThrow().interval().centre()).isBetween(1.48, 1.52);
        assertThat(slower.alike()).isFalse();
        assertThat(faster.difference()).isEqualTo(Difference.LESS);
    }

    @Test
    void twoValuesASideSayNothing() {
        Replication two = of(List.of(100.0, 101.0), List.of(900.0, 909.0));

        assertThat(two.estimate()).isEmpty();
        assertThat(two.alike()).isFalse();
        assertThat(two.difference()).isEqualTo(Difference.INCONCLUSIVE);
    }

    /** For equal sides, false words are as rare as in comparisons, however many are judged together. */
    @Test
    void ofManyLikeFiguresOneIsSeldomContradicted() {
        Random random = new Random(44);
        int rounds = 400;
        int contradicted = 0;
        for (int round = 0; round < rounds; round++) {
            List<Sides> figures = new ArrayList<>();
            for (int figure = 0; figure < 6; figure++) {
                figures.add(sides(noisy(random), noisy(random)));
            }
            contradicted += Replication.of(figures, 0).stream()
                            .anyMatch(judged -> judged.difference() != Difference.INCONCLUSIVE)
                    ? 1
                    : 0;
        }
        assertThat(contradicted).isLessThanOrEqualTo((int) (0.05 * rounds * 1.5));
    }

    private static List<Double> noisy(Random random) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            values.add(100 * Math.exp(0.2 * random.nextGaussian()));
        }
        return values;
    }
}
