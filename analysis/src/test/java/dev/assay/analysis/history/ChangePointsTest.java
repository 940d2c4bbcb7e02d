package dev.assay.analysis.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.history.ChangePoints.Split;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangePointsTest {
    private final ChangePoints changes = new ChangePoints();

    private List<Split> find(double... values) {
        return changes.find(DoubleStream.of(values).boxed().toList());
    }

    /** Of the 70 orders of four low and four high values two have all of one kind first. */
    @Test
    void eight_runs_show_a_change_if_all_later_ones_are_above() {
        assertThat(find(1, 2, 3, 4, 5, 6, 7, 8)).singleElement().satisfies(split -> {
            assertThat(split.at()).isEqualTo(4);
            assertThat(split.p()).isCloseTo(2 / 70.0, within(0.005));
        });
        assertThat(find(8, 6, 5, 7, 4, 1, 2, 3)).extracting(Split::at).containsExactly(4);
        assertThat(find(1, 2, 3, 5, 4, 6, 7, 8)).isEmpty();
    }

    @Test
    void fewer_runs_show_nothing() {
        assertThat(find(1, 1.1, 1.2, 100, 101, 102, 103)).isEmpty();
        assertThat(find()).isEmpty();
    }

    /** At the least p, all of 9 999 orders are less clear. */
    @Test
    void a_change_is_told_where_it_is() {
        double[] values = IntStream.range(0, 40)
                .mapToDouble(i -> (i < 29 ? 100 : 110) + 0.1 * (i * 7 % 10))
                .toArray();

        assertThat(find(values)).singleElement().satisfies(split -> {
            assertThat(split.at()).isEqualTo(29);
            assertThat(split.p()).isEqualTo(1e-4);
        });
    }

    @Test
    void changes_up_and_down_again_are_both_told() {
        double[] values = IntStream.range(0, 45)
                .mapToDouble(i -> (i < 15 || i >= 25 ? 100 : 120) + 0.1 * (i * 7 % 10))
                .toArray();

        assertThat(find(values)).extracting(Split::at).containsExactly(15, 25);
    }

    @Test
    void outliers_are_no_changes() {
        double[] values = IntStream.range(0, 30)
                .mapToDouble(i -> i % 11 == 5 ? 1000 : 100 + i * 7 % 10)
                .toArray();

        assertThat(find(values)).isEmpty();
    }

    @Test
    void values_that_are_equal_share_their_rank() {
        assertThat(find(5, 5, 5, 5, 5, 5, 5, 5, 5, 5)).isEmpty();
        assertThat(find(5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6)).singleElement().satisfies(split -> {
            assertThat(split.at()).isEqualTo(6);
            assertThat(split.p()).isCloseTo(2 / 924.0, within(0.0015));
        });
        assertThat(find(5, 6, 5, 6, 5, 6, 5, 6, 5, 6)).isEmpty();
    }

    @Test
    void the_same_values_always_give_the_same_answer() {
        Random random = new Random(3);
        List<Double> values = new ArrayList<>(Collections.nCopies(30, 0.0));
        values.replaceAll(_ -> 100 + random.nextGaussian());

        assertThat(new ChangePoints().find(values)).isEqualTo(changes.find(values));
    }

    /** Figures without a change, however they scatter: normal, heavy in the tails, skewed. Seeds are fixed, so the outcome is. */
    @ParameterizedTest
    @CsvSource({"8", "12", "20", "50"})
    void at_most_one_series_in_twenty_shows_a_change_by_chance(int runs) {
        assertThat(share(4000, runs, runs, 0, Random::nextGaussian)).isLessThan(0.055);
        assertThat(share(500, runs, runs, 0, random -> random.nextGaussian() / (0.2 + random.nextDouble())))
                .isLessThan(0.08);
        assertThat(share(500, runs, runs, 0, random -> Math.exp(2 * random.nextGaussian())))
                .isLessThan(0.08);
    }

    /** The table of docs/METHODOLOGY.md, with room for the fewer series of this test. */
    @ParameterizedTest
    @CsvSource({"12, 6, 2, 0.60", "20, 10, 2, 0.85", "20, 16, 3, 0.80", "50, 25, 1, 0.60", "50, 40, 2, 0.92"})
    void a_change_is_found_about_as_often_as_was_said(int runs, int before, double deviations, double least) {
        assertThat(share(500, runs, before, deviations, Random::nextGaussian)).isGreaterThan(least);
    }

    private double share(int series, int runs, int before, double shift, ToDoubleFunction<Random> scatter) {
        int found = 0;
        for (int seed = 0; seed < series; seed++) {
            Random random = new Random(seed);
            double[] values = IntStream.range(0, runs)
                    .mapToDouble(i -> (i < before ? 0 : shift) + scatter.applyAsDouble(random))
                    .toArray();
            found += find(values).isEmpty() ? 0 : 1;
        }
        return found / (double) series;
    }
}
