package dev.assay.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.capacity.CapacityEstimate;
import dev.assay.analysis.capacity.PassRates;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.CapacityTrial.Purpose;
import dev.assay.model.result.Interval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CapacityEstimateTest {
    private static CapacityRecord search(State state, double lower, double upper, List<CapacityTrial> trials) {
        return new CapacityRecord(
                "kafka",
                1,
                Map.of(),
                2_000,
                500_000,
                0.05,
                List.of(),
                state,
                "",
                lower == 0 ? Optional.empty() : Optional.of(lower),
                upper == 0 ? Optional.empty() : Optional.of(upper),
                0,
                trials);
    }

    private static CapacityRecord found(double lower, double upper) {
        return search(State.FOUND, lower, upper, List.of());
    }

    private static CapacityEstimate of(CapacityRecord... searches) {
        return new CapacityEstimate("kafka", List.of(searches));
    }

    private static String text(CapacityEstimate point) {
        return CapacityText.together(point).getFirst();
    }

    /** Recorded on 2 cores; results/studies.md has them. None of the three pairs of bounds overlaps another. */
    @Test
    void threeRecordedSearchesHaveOneInterval() {
        CapacityEstimate point = of(found(109_900, 113_300), found(120_400, 124_100), found(103_400, 106_600));
        Interval interval = point.readings().interval().orElseThrow();
        assertThat(interval.centre()).isCloseTo(Math.cbrt(109_900.0 * 120_400 * 103_400), within(1e-6));
        assertThat(interval.low()).isCloseTo(91_800, within(50.0));
        assertThat(interval.high()).isCloseTo(138_400, within(50.0));
        assertThat(text(point)).isEqualTo("kafka: capacity 111,000/s, from 91,770/s to 138,400/s at 95 % (3 searches)");
    }

    /** The same rates are confirmed and missed three times, so that they are known to their step and no better. */
    @Test
    void searchesThatAgreeKnowTheCapacityToTheirStep() {
        CapacityEstimate point = of(found(47_250, 49_340), found(47_250, 49_340), found(47_250, 49_340));
        assertThat(text(point)).isEqualTo("kafka: capacity 47,250/s, from 47,250/s to 49,340/s at 95 % (3 searches)");
    }

    @Test
    void oneSearchSaysNothingOfAnother() {
        assertThat(text(of(found(109_900, 113_300))))
                .isEqualTo(
                        "kafka: one search, so where another on a new cluster would end is not known; three give an interval");
        assertThat(of(found(109_900, 113_300)).readings().interval()).contains(new Interval(109_900, 109_900, 113_300));
    }

    @Test
    void twoSearchesHaveNoInterval() {
        assertThat(text(of(found(10_000, 10_201), found(20_000, 20_402))))
                .isEqualTo(
                        "kafka: no interval of the capacity by 2 searches, it takes three; found 10,000/s, 20,000/s");
    }

    @Test
    void aSearchWithoutAValueCounts() {
        CapacityRecord below = search(State.BELOW_RANGE, 0, 2_000, List.of());
        CapacityRecord above = search(State.ABOVE_RANGE, 500_000, 0, List.of());
        CapacityRecord stopped = search(State.STOPPED, 0, 0, List.of());
        assertThat(text(of(found(10_000, 10_201), below, found(20_000, 20_402))))
                .isEqualTo(
                        "kafka: no interval of the capacity by 3 searches: 1 ended below the range, so it is open below;"
                                + " found 10,000/s, 20,000/s");
        List<CapacityRecord> seven = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            seven.add(found(10_000 + i, 10_201 + i));
        }
        seven.add(below);
        assertThat(text(new CapacityEstimate("kafka", seven)))
                .isEqualTo(
                        "kafka: capacity 10,000/s, at most 10,210/s at 95 % (7 searches; 1 ended below the range, so it is"
                                + " open below)");
        seven.set(6, above);
        assertThat(new CapacityEstimate("kafka", seven)
                        .readings()
                        .interval()
                        .orElseThrow()
                        .high())
                .isInfinite();
        seven.set(6, stopped);
        Interval open =
                new CapacityEstimate("kafka", seven).readings().interval().orElseThrow();
        assertThat(open.low()).isZero();
        assertThat(open.high()).isInfinite();
        assertThat(text(new CapacityEstimate("kafka", seven))).contains("1 abandoned, so it is open on both sides");
    }

    @Test
    void whatHasNotEndedIsNoSample() {
        assertThat(CapacityEstimate.of(List.of(search(State.UNDER_WAY, 0, 0, List.of()))))
                .isEmpty();
    }

    // ---- R50 and R90

    private static CapacityTrial trial(Purpose purpose, double rate, boolean good) {
        return new CapacityTrial("t", purpose, rate, 30, good ? Outcome.GOOD : Outcome.BAD, "", false, "");
    }

    /** All pass up to some rate and none above it: the largest likelihood has no finite location, but the rates lie between the two. */
    @Test
    void trialsThatDoNotOverlapHaveRatesAllTheSame() {
        List<CapacityTrial> trials =
                new ArrayList<>(List.of(trial(Purpose.DECIDE, 105_000, false), trial(Purpose.DECIDE, 105_000, false)));
        for (int i = 0; i < 5; i++) {
            trials.add(trial(Purpose.CONFIRM, 100_000, true));
        }
        trials.add(trial(Purpose.PROBE, 1_000, false));
        PassRates rates =
                of(search(State.FOUND, 100_000, 105_000, trials)).passRates().orElseThrow();
        assertThat(rates.trials()).isEqualTo(7);
        assertThat(rates.r50().value()).isBetween(100_500.0, 106_000.0);
        assertThat(rates.r90().value()).isBetween(97_000.0, rates.r50().value());
        Interval interval = rates.r50().interval();
        assertThat(interval.low()).isBetween(94_000.0, 102_000.0);
        assertThat(interval.high()).isBetween(103_000.0, 125_000.0);
        assertThat(CapacityText.together(of(search(State.FOUND, 100_000, 105_000, trials)))
                        .getLast())
                .endsWith("(R90); 7 long trials of 1 search, of this cluster alone");
    }

    /** A lower rate that passes more often makes the curve less steep, and so R90 lower. */
    @Test
    void moreScatterMovesTheRateThatNineInTenPass() {
        List<CapacityTrial> steep = new ArrayList<>();
        List<CapacityTrial> flat = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            steep.add(trial(Purpose.CONFIRM, 95_000, true));
            steep.add(trial(Purpose.CONFIRM, 105_000, false));
            flat.add(trial(Purpose.CONFIRM, 80_000, i != 0));
            flat.add(trial(Purpose.CONFIRM, 125_000, i == 0));
        }
        PassRates ofSteep =
                of(search(State.FOUND, 95_000, 105_000, steep)).passRates().orElseThrow();
        PassRates ofFlat =
                of(search(State.FOUND, 80_000, 125_000, flat)).passRates().orElseThrow();
        assertThat(ofFlat.r50().value()).isCloseTo(100_000, within(1_000.0));
        assertThat(ofSteep.r50().value()).isCloseTo(100_000, within(1_000.0));
        assertThat(ofFlat.r90().value()).isCloseTo(79_000, within(4_000.0));
        assertThat(ofSteep.r90().value()).isGreaterThan(95_000);
    }

    /** The rates are five times apart, where likelihoods of a steep curve underflow or overflow. */
    @Test
    void ratesFarApartDoNotWidenTheInterval() {
        List<CapacityTrial> trials = new ArrayList<>();
        for (double rate : List.of(3_363.0, 4_000.0, 4_432.0, 5_441.0, 8_201.0, 11_600.0, 13_790.0)) {
            trials.add(trial(Purpose.DECIDE, rate, true));
        }
        for (double rate : List.of(16_400.0, 16_400.0, 15_040.0, 15_040.0, 14_400.0, 13_680.0)) {
            trials.add(trial(Purpose.DECIDE, rate, false));
        }
        for (double rate : List.of(14_400.0, 14_400.0, 13_680.0, 13_680.0, 13_680.0, 13_680.0)) {
            trials.add(trial(Purpose.CONFIRM, rate, true));
        }
        for (int i = 0; i < 10; i++) {
            trials.add(trial(Purpose.CONFIRM, 13_000, true));
        }
        PassRates rates =
                of(search(State.FOUND, 13_000, 13_680, trials)).passRates().orElseThrow();
        assertThat(rates.r50().value()).isBetween(13_800.0, 15_000.0);
        Interval r50 = rates.r50().interval();
        assertThat(r50.low()).isBetween(13_000.0, 14_400.0);
        assertThat(r50.high()).isBetween(14_400.0, 16_400.0);
        Interval r90 = rates.r90().interval();
        assertThat(r90.low()).isBetween(10_000.0, r90.centre());
        assertThat(r90.high()).isBetween(r90.centre(), 15_000.0);
    }

    /** No steep curve explains such trials: the flattest possible one remains, with a location. */
    @Test
    void trialsThatContradictEachOtherHaveAnInterval() {
        List<CapacityTrial> trials = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            trials.add(trial(Purpose.DECIDE, 2_000, false));
            trials.add(trial(Purpose.DECIDE, 400_000, true));
        }
        PassRates rates = of(search(State.STOPPED, 0, 0, trials)).passRates().orElseThrow();
        Interval interval = rates.r50().interval();
        assertThat(interval.low()).isPositive().isLessThanOrEqualTo(interval.centre());
        assertThat(interval.high()).isFinite().isGreaterThanOrEqualTo(interval.centre());
    }

    private static CapacityRecord scattered(double factor) {
        List<CapacityTrial> trials = new ArrayList<>(List.of(
                trial(Purpose.DECIDE, 105_000 * factor, false), trial(Purpose.DECIDE, 105_000 * factor, false)));
        for (int i = 0; i < 5; i++) {
            trials.add(trial(Purpose.CONFIRM, 100_000 * factor, true));
        }
        return search(State.FOUND, 100_000 * factor, 105_000 * factor, trials);
    }

    /** Two searches found nothing: an estimate from the other three would describe the better clusters. */
    @Test
    void searchesThatTellNothingAreNotLeftOutByTheirValue() {
        CapacityRecord below =
                search(State.BELOW_RANGE, 0, 1_000, Collections.nCopies(6, trial(Purpose.DECIDE, 1_000, false)));
        CapacityRecord abandoned = search(State.STOPPED, 0, 0, List.of());
        List<CapacityRecord> three = List.of(scattered(1), scattered(1.1), scattered(0.9));
        assertThat(new CapacityEstimate("kafka", three).passRates()).hasValueSatisfying(rates -> {
            assertThat(rates.r50().counts()).isTrue();
            assertThat(rates.r90().counts()).isTrue();
        });
        List<CapacityRecord> five = new ArrayList<>(three);
        five.add(below);
        five.add(abandoned);
        CapacityEstimate point = new CapacityEstimate("kafka", five);
        assertThat(point.passRates())
                .hasValueSatisfying(rates -> assertThat(List.of(rates.r50(), rates.r90()))
                        .allSatisfy(rate -> {
                            assertThat(rate.counts()).isFalse();
                            assertThat(rate.value()).isPositive();
                            assertThat(rate.why())
                                    .isEqualTo(
                                            "2 of 5 searches have fewer than 5 long trials, or only ones that passed, or missed");
                        }));
        assertThat(CapacityText.together(point).getLast())
                .endsWith("; 21 long trials of 3 searches, no interval: 2 of 5 searches have fewer than 5 long trials,"
                        + " or only ones that passed, or missed");
        assertThat(of(scattered(1), abandoned).passRates())
                .as("of one cluster of two nothing is known")
                .hasValueSatisfying(rates -> assertThat(rates.r50().counts()).isFalse());
    }

    @Test
    void withoutATrialThatMissedThereIsNoSuchRate() {
        assertThat(of(search(State.ABOVE_RANGE, 500_000, 0, List.of(trial(Purpose.CONFIRM, 500_000, true))))
                        .passRates())
                .isEmpty();
    }
}
