package dev.assay.scenario.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.CapacityTrial.Purpose;
import dev.assay.model.spec.RateSearch;
import dev.assay.model.unit.Fraction;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.experiment.SearchCourse.Ask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Searches with made-up systems of a known capacity. */
class SearchCourseTest {
    private static final int SEEDS = 500;

    /** A system as far as a search sees it. */
    private interface MadeUp {
        Outcome answer(double ratePerSecond, double seconds, int trial);
    }

    private static RateSearch search(double from, double to) {
        return new RateSearch(
                new Rate(from),
                new Rate(to),
                Fraction.parse("2 %"),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofSeconds(5),
                false,
                "none",
                Map.of());
    }

    private static SearchCourse run(RateSearch search, MadeUp system) {
        SearchCourse course = new SearchCourse(search);
        for (Ask ask = course.next(); ask != null; ask = course.next()) {
            course.take(
                    ask,
                    system.answer(
                            ask.rate().perSecond(), (double) ask.measured().toSeconds(), course.size()));
            assertThat(course.size()).isLessThanOrEqualTo(SearchCourse.MAX_TRIALS);
        }
        return course;
    }

    private static Outcome within(double rate, double capacity) {
        return rate <= capacity ? Outcome.GOOD : Outcome.BAD;
    }

    private static double capacity(Random random) {
        return 1_000 * Math.pow(2_000, random.nextDouble());
    }

    private static boolean near(SearchCourse course, double capacity) {
        Double lower = course.bounds().lower();
        return lower != null && Math.abs(lower - capacity) <= 0.02 * capacity;
    }

    @Test
    void bracketsACapacityThatStaysWhereItIs() {
        for (int seed = 0; seed < SEEDS; seed++) {
            double capacity = capacity(new Random(seed));
            SearchCourse course = run(search(1_000, 2e6), (rate, seconds, trial) -> within(rate, capacity));
            assertThat(course.state()).as("seed %d", seed).isEqualTo(State.FOUND);
            assertThat(course.bounds().lower()).isLessThanOrEqualTo(capacity);
            assertThat(course.bounds().upper()).isGreaterThan(capacity);
            assertThat(course.bounds().within(0.02)).isTrue();
            assertThat(course.size()).as("seed %d", seed).isLessThanOrEqualTo(25);
        }
    }

    @Test
    void saysWhereTheCapacityIsOutsideOfTheRange() {
        SearchCourse below = run(search(1_000, 2e6), (rate, seconds, trial) -> Outcome.BAD);
        assertThat(below.state()).isEqualTo(State.BELOW_RANGE);
        assertThat(below.bounds().lower()).isNull();
        assertThat(below.bounds().upper()).isEqualTo(1_000.0);
        assertThat(below.size()).isLessThanOrEqualTo(4);
        SearchCourse above = run(search(1_000, 2e6), (rate, seconds, trial) -> Outcome.GOOD);
        assertThat(above.state()).isEqualTo(State.ABOVE_RANGE);
        assertThat(above.bounds().lower()).isEqualTo(2e6);
        assertThat(above.bounds().upper()).isNull();
        assertThat(above.size()).isLessThanOrEqualTo(10);
    }

    /** The capacity is another one in each trial, normal by half a per cent. */
    @Test
    void comesNearACapacityWithNoise() {
        int near = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            double capacity = capacity(random);
            SearchCourse course = run(
                    search(1_000, 2e6),
                    (rate, seconds, trial) -> within(rate, capacity * (1 + 0.005 * random.nextGaussian())));
            near += near(course, capacity) ? 1 : 0;
            assertThat(course.size()).as("seed %d", seed).isLessThanOrEqualTo(40);
        }
        assertThat(near).isGreaterThanOrEqualTo(SEEDS * 99 / 100);
    }

    /** Ten per cent less, or more, over the first twenty trials. */
    @Test
    void followsACapacityThatDrifts() {
        int near = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            double capacity = capacity(random);
            double change = seed % 2 == 0 ? -0.1 : 0.1;
            SearchCourse course =
                    run(search(1_000, 2e6), (rate, seconds, trial) -> within(rate, drifted(capacity, change, trial)));
            near += near(course, drifted(capacity, change, course.size())) ? 1 : 0;
        }
        assertThat(near).isGreaterThanOrEqualTo(SEEDS * 90 / 100);
    }

    private static double drifted(double capacity, double change, int trial) {
        return capacity * (1 + change * Math.min(1, trial / 20.0));
    }

    /** Any one trial of the search goes the other way. */
    @Test
    void isNotMisledByATrialThatContradictsTheOthers() {
        int near = 0;
        int all = 0;
        for (int seed = 0; seed < SEEDS / 10; seed++) {
            double capacity = capacity(new Random(seed));
            int trials = run(search(1_000, 2e6), (rate, seconds, trial) -> within(rate, capacity))
                    .size();
            for (int wrong = 0; wrong < trials; wrong++) {
                int one = wrong;
                SearchCourse course = run(
                        search(1_000, 2e6),
                        (rate, seconds, trial) -> (rate <= capacity) == (trial != one) ? Outcome.GOOD : Outcome.BAD);
                near += near(course, capacity) ? 1 : 0;
                all++;
            }
        }
        assertThat(near).as("of %d", all).isGreaterThanOrEqualTo(all * 99 / 100);
    }

    @Test
    void asksTheSameAgainWhereATrialToldNothing() {
        List<Double> rates = new ArrayList<>();
        SearchCourse course = run(search(1_000, 2e6), (rate, seconds, trial) -> {
            rates.add(rate);
            return trial == 2 || trial == 3 ? Outcome.NO_EVIDENCE : within(rate, 30_000);
        });
        assertThat(rates.subList(2, 5)).containsOnly(rates.get(2));
        assertThat(course.state()).isEqualTo(State.FOUND);
        assertThat(near(course, 30_000)).isTrue();
    }

    @Test
    void givesUpAfterThreeTrialsInARowThatToldNothing() {
        SearchCourse course =
                run(search(1_000, 2e6), (rate, seconds, trial) -> trial < 3 ? Outcome.GOOD : Outcome.NO_EVIDENCE);
        assertThat(course.state()).isEqualTo(State.STOPPED);
        assertThat(course.size()).isEqualTo(6);
        assertThat(course.stopped()).contains("3 trials in a row at 64000/s");
    }

    @Test
    void measuresTheCurveBelowTheLowerBound() {
        List<Ask> curve = new ArrayList<>();
        RateSearch search = new RateSearch(
                new Rate(1_000),
                new Rate(100_000),
                Fraction.parse("5 %"),
                Duration.ofSeconds(10),
                Duration.ofSeconds(20),
                Duration.ofSeconds(5),
                true,
                "none",
                Map.of());
        SearchCourse course = new SearchCourse(search);
        for (Ask ask = course.next(); ask != null; ask = course.next()) {
            if (ask.purpose() == Purpose.CURVE) {
                curve.add(ask);
            }
            course.take(ask, within(ask.rate().perSecond(), 20_000));
        }
        double lower = Objects.requireNonNull(course.bounds().lower());
        assertThat(curve).hasSameSizeAs(SearchCourse.CURVE);
        assertThat(curve.getFirst().rate().perSecond())
                .isCloseTo(0.1 * lower, org.assertj.core.data.Percentage.withPercentage(0.1));
        assertThat(curve.getLast().rate().perSecond())
                .isCloseTo(0.95 * lower, org.assertj.core.data.Percentage.withPercentage(0.1));
        assertThat(course.state()).isEqualTo(State.FOUND);
    }
}
