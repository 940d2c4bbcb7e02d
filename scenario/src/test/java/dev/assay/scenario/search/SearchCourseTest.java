package dev.assay.scenario.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.CapacityTrial.Purpose;
import dev.assay.model.spec.RateSearch;
import dev.assay.model.unit.Fraction;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.search.SearchCourse.Ask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests searches with simulated systems of known capacity. */
class SearchCourseTest {
    private static final int SEEDS = 500;

    /** Simulates a system as far as a search sees it. */
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
        SearchCourse course = new SearchCourse(search, false);
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

    private static double capacity(SplittableRandom random) {
        return 1_000 * Math.pow(2_000, random.nextDouble());
    }

    /** Tells whether the confirmed rate is below a capacity by at most {@code fraction}, or above it by rounding only. */
    private static boolean below(SearchCourse course, double capacity, double fraction) {
        Double lower = course.bounds().lower();
        return lower != null && lower <= 1.001 * capacity && lower >= (1 - fraction) * capacity;
    }

    private static List<Double> rates(SearchCourse course, Purpose purpose, MadeUp system) {
        List<Double> rates = new ArrayList<>();
        for (Ask ask = course.next(); ask != null; ask = course.next()) {
            if (ask.purpose() == purpose) {
                rates.add(ask.rate().perSecond());
            }
            course.take(
                    ask,
                    system.answer(
                            ask.rate().perSecond(), (double) ask.measured().toSeconds(), course.size()));
        }
        return rates;
    }

    @Test
    void bracketsACapacityThatStaysWhereItIs() {
        for (int seed = 0; seed < SEEDS; seed++) {
            double capacity = capacity(new SplittableRandom(seed));
            SearchCourse course = run(search(1_000, 2e6), (rate, seconds, trial) -> within(rate, capacity));
            assertThat(course.state()).as("seed %d", seed).isEqualTo(State.FOUND);
            assertThat(course.bounds().lower()).isLessThanOrEqualTo(capacity);
            assertThat(course.bounds().upper()).isGreaterThan(capacity);
            assertThat(course.bounds().within(0.02)).isTrue();
            assertThat(course.size()).as("seed %d", seed).isLessThanOrEqualTo(30);
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
        assertThat(above.size()).isLessThanOrEqualTo(13);
    }

    /** The capacity varies from trial to trial with a normal distribution of half a per cent. */
    @Test
    void comesNearACapacityWithNoise() {
        int near = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double capacity = capacity(random);
            SearchCourse course = run(
                    search(1_000, 2e6),
                    (rate, seconds, trial) -> within(rate, capacity * (1 + 0.005 * random.nextGaussian())));
            near += below(course, capacity, 0.08) ? 1 : 0;
            assertThat(course.size()).as("seed %d", seed).isLessThanOrEqualTo(45);
        }
        assertThat(near).isGreaterThanOrEqualTo(SEEDS * 99 / 100);
    }

    /** The capacity falls, or rises, by ten per cent over the first twenty trials; the rate confirmed last is not above the final one. */
    @Test
    void followsACapacityThatDrifts() {
        int near = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            double capacity = capacity(new SplittableRandom(seed));
            double change = seed % 2 == 0 ? -0.1 : 0.1;
            SearchCourse course =
                    run(search(1_000, 2e6), (rate, seconds, trial) -> within(rate, drifted(capacity, change, trial)));
            near += below(course, drifted(capacity, change, course.size()), 0.12) ? 1 : 0;
        }
        assertThat(near).isGreaterThanOrEqualTo(SEEDS * 95 / 100);
    }

    private static double drifted(double capacity, double change, int trial) {
        return capacity * (1 + change * Math.min(1, trial / 20.0));
    }

    /** Each trial of the search in turn is made to give the wrong result. */
    @Test
    void isNotMisledByATrialThatContradictsTheOthers() {
        int near = 0;
        int all = 0;
        for (int seed = 0; seed < SEEDS / 10; seed++) {
            double capacity = capacity(new SplittableRandom(seed));
            int trials = run(search(1_000, 2e6), (rate, seconds, trial) -> within(rate, capacity))
                    .size();
            for (int wrong = 0; wrong < trials; wrong++) {
                int one = wrong;
                SearchCourse course = run(
                        search(1_000, 2e6),
                        (rate, seconds, trial) -> (rate <= capacity) == (trial != one) ? Outcome.GOOD : Outcome.BAD);
                near += below(course, capacity, 0.08) ? 1 : 0;
                all++;
            }
        }
        assertThat(near).as("of %d", all).isGreaterThanOrEqualTo(all * 99 / 100);
    }

    /** Half of the trials fail at every rate; the probability is summed over all rates that a search can try. */
    @Test
    void aRateThatFailsHalfTheTimeIsSeldomConfirmed() {
        assertThat(Math.pow(0.5, SearchCourse.needed(1))).isEqualTo(1 / 32.0);
        double sum = 0;
        for (int attempt = 1; attempt <= SearchCourse.MAX_ATTEMPTS; attempt++) {
            sum += Math.pow(0.5, SearchCourse.needed(attempt));
        }
        assertThat(sum).isLessThan(0.047);
    }

    @Test
    void aRateThatFailsWhileItIsConfirmedGivesWayToOneFivePerCentLower() {
        List<Double> confirming = new ArrayList<>();
        SearchCourse course = new SearchCourse(search(1_000, 2e6), false);
        for (Ask ask = course.next(); ask != null; ask = course.next()) {
            boolean third = ask.purpose() == Purpose.CONFIRM && confirming.size() == 2;
            if (ask.purpose() == Purpose.CONFIRM) {
                confirming.add(ask.rate().perSecond());
            }
            course.take(ask, third ? Outcome.BAD : within(ask.rate().perSecond(), 30_000));
        }
        double chosen = confirming.getFirst();
        double lower = SearchLevel.rounded(0.95 * chosen);
        assertThat(confirming).containsExactly(chosen, chosen, chosen, lower, lower, lower, lower, lower, lower, lower);
        assertThat(course.state()).isEqualTo(State.FOUND);
        assertThat(course.bounds()).isEqualTo(new SearchBounds(lower, chosen));
    }

    /** The inconclusive trial may have missed the rate, so the row starts again, at the same rate. */
    @Test
    void aTrialThatTellsNothingBeginsTheRowAnew() {
        List<Double> confirming = new ArrayList<>();
        SearchCourse course = new SearchCourse(search(1_000, 2e6), false);
        for (Ask ask = course.next(); ask != null; ask = course.next()) {
            boolean third = ask.purpose() == Purpose.CONFIRM && confirming.size() == 2;
            if (ask.purpose() == Purpose.CONFIRM) {
                confirming.add(ask.rate().perSecond());
            }
            course.take(ask, third ? Outcome.NO_EVIDENCE : within(ask.rate().perSecond(), 30_000));
        }
        assertThat(confirming).hasSize(3 + 7).containsOnly(confirming.getFirst());
        assertThat(course.bounds().lower()).isEqualTo(confirming.getFirst());
    }

    @Test
    void aSystemThatNeverPassesOftenEnoughInARowIsGivenUp() {
        int[] confirming = {0};
        SearchCourse course = new SearchCourse(search(1_000, 2e6), false);
        for (Ask ask = course.next(); ask != null; ask = course.next()) {
            boolean bad = ask.purpose() == Purpose.CONFIRM && confirming[0]++ % 4 == 3;
            course.take(ask, bad ? Outcome.BAD : within(ask.rate().perSecond(), 30_000));
        }
        assertThat(course.state()).isEqualTo(State.STOPPED);
        assertThat(course.stopped()).startsWith("in 8 attempts, the last at ");
        assertThat(course.bounds().lower()).isNull();
    }

    @Test
    void notEvenTheLowestRateNeedBeConfirmed() {
        SearchCourse course = new SearchCourse(search(29_000, 2e6), false);
        List<Double> confirmed = new ArrayList<>();
        for (Ask ask = course.next(); ask != null; ask = course.next()) {
            if (ask.purpose() == Purpose.CONFIRM) {
                confirmed.add(ask.rate().perSecond());
            }
            course.take(
                    ask,
                    ask.purpose() == Purpose.CONFIRM
                            ? Outcome.BAD
                            : within(ask.rate().perSecond(), 30_000));
        }
        assertThat(confirmed.getLast()).isEqualTo(29_000);
        assertThat(course.state()).isEqualTo(State.BELOW_RANGE);
    }

    /** A later search makes the same decisions as the first, so that its result does not depend on that one. */
    @Test
    void anotherSearchOfThePointDiffersInNothingButTheCurve() {
        MadeUp system = (rate, seconds, trial) -> within(rate, 30_000);
        SearchCourse first = run(search(1_000, 2e6), system);
        SearchCourse again = new SearchCourse(search(1_000, 2e6), true);
        for (Purpose purpose : List.of(Purpose.PROBE, Purpose.DECIDE, Purpose.CONFIRM)) {
            assertThat(rates(new SearchCourse(search(1_000, 2e6), true), purpose, system))
                    .isEqualTo(rates(new SearchCourse(search(1_000, 2e6), false), purpose, system));
        }
        assertThat(rates(again, Purpose.CURVE, system)).isEmpty();
        assertThat(again.bounds()).isEqualTo(first.bounds());
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
        assertThat(below(course, 30_000, 0.02)).isTrue();
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
        SearchCourse course = new SearchCourse(search, false);
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
