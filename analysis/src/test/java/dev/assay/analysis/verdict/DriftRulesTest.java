package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.steady.MannKendall;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.ExecutedEvent.Kind;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.SteadyRecord.SeriesRecord;
import dev.assay.model.result.SteadyRecord.State;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.TrialData;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.model.timeline.Phase.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DriftRulesTest {
    private static final long SECOND = Case.SECOND;
    private static final int START = Case.WARMUP;

    private final Case trial = quiet();

    private static Case quiet() {
        Case quiet = new Case();
        quiet.hiccups = Case.p99(Case.MILLI, Case.MILLI);
        return quiet;
    }

    /** The values were measured on two cores, and were VALID. */
    @ParameterizedTest
    @CsvSource({"59, 29", "13, 3.7", "19, 31", "331, 22"})
    void aMedianThatFallsOrRisesIsNotValid(double from, double to) {
        Verdict verdict = verdict(moving(from, to), LatencyMetric.RESPONSE, LatencyMetric.END_TO_END);
        assertThat(verdict.grade()).isEqualTo(Grade.DEGRADED);
        assertThat(verdict.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo("drift");
            assertThat(reason.phase()).isEqualTo("measure");
            assertThat(reason.cause()).contains("response p50 " + (to < from ? "fell" : "rose") + " from ");
            assertThat(reason.cause()).contains("end-to-end p50 ").contains("n = 30 s");
        });
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "5", "6", "7", "8"})
    void noiseIsNoDrift(long seed) {
        Random random = new Random(seed);
        assertThat(verdict(t -> 20 * Math.exp(0.15 * random.nextGaussian()), LatencyMetric.RESPONSE)
                        .reasons())
                .isEmpty();
    }

    @Test
    void aRateReceivedThatFallsIsDriftLongBeforeMessagesPileUp() {
        // The fraction received falls: by 2 % at the end.
        trial.load = Case.load(
                s -> 10_000 * s, s -> 10_000 * s, s -> s < 11 ? 10_000 * s : 10_000 * s - 10 * (s - 10) * (s - 10));
        assertThat(trial.verdict().reasons()).extracting(Reason::code).contains("drift");
    }

    @ParameterizedTest
    @EnumSource(
            value = Expectation.class,
            names = {"OVERLOAD", "DISTURBED"})
    void aPhaseThatExpectsSomethingElseMayDrift(Expectation expectation) {
        trial.phases = List.of(
                new Phase("warmup", 0, START * SECOND),
                new Phase("measure", Role.MEASURE, expectation, START * SECOND, Case.END * SECOND));
        assertThat(verdict(moving(59, 29), LatencyMetric.RESPONSE).reasons()).isEmpty();
    }

    @Test
    void aPhaseThatMayBeSustainedOrNotDriftsWhereItWas() {
        trial.phases = List.of(
                new Phase("warmup", 0, START * SECOND),
                new Phase("measure", Role.MEASURE, Expectation.EITHER, START * SECOND, Case.END * SECOND));
        assertThat(verdict(moving(59, 29), LatencyMetric.RESPONSE).reasons())
                .extracting(Reason::code)
                .containsExactly("drift");
    }

    @Test
    void aLoadThatChangesMayMoveItsLatencies() {
        trial.load = Stream.iterate(1L, s -> s + 1)
                .limit(Case.END + 3)
                .map(s -> Math.min(s, Case.END))
                .map(s -> 1_000 * s + 100 * s * s)
                .<Case.Count>mapMulti((n, sink) -> sink.accept(new Case.Count(0, n, n, n, n)))
                .toList();
        List<Case.Count> numbered = new ArrayList<>();
        trial.load.forEach(one -> numbered.add(
                new Case.Count(numbered.size() + 1, one.offered(), one.sent(), one.acked(), one.received())));
        trial.load = numbered;
        assertThat(verdict(moving(29, 59), LatencyMetric.RESPONSE).reasons()).isEmpty();
    }

    @Test
    void aPhaseTooShortToBeJudgedSaysSo() {
        trial.phases =
                List.of(new Phase("warmup", 0, 31 * SECOND), new Phase("measure", 31 * SECOND, Case.END * SECOND));
        assertThat(trial.verdict().grade()).isEqualTo(Grade.VALID);
        assertThat(trial.verdict().findings()).anySatisfy(finding -> {
            assertThat(finding.code()).isEqualTo("drift-not-known");
            assertThat(finding.cause())
                    .startsWith(
                            "fewer than 20 s were measured, too few to tell whether these drifted: rate received, response p50");
        });
    }

    /** The measured phase does not outweigh the warm-up here. */
    @Test
    void aWarmUpThatWasStillChangingIsNotValid() {
        trial.steady = List.of(warmUp(State.CHANGING, 31.2));
        Random random = new Random(1);
        assertThat(verdict(t -> 20 * Math.exp(0.6 * random.nextGaussian()), LatencyMetric.RESPONSE)
                        .reasons())
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.code()).isEqualTo("not-steady");
                    assertThat(reason.severity()).isEqualTo(Grade.DEGRADED);
                    assertThat(reason.cause())
                            .isEqualTo("phase warmup was still changing after 90 s: response p50 31.2 ms may change by"
                                    + " -45 to -20 % in 20 s");
                });
    }

    @Test
    void aWarmUpOfWhichItIsNotKnownLeavesTheGradeAndSaysSo() {
        trial.steady = List.of(warmUp(State.NOT_KNOWN, 20));
        Random random = new Random(1);
        Verdict verdict = verdict(t -> 20 * Math.exp(0.6 * random.nextGaussian()), LatencyMetric.RESPONSE);
        assertThat(verdict.grade()).isEqualTo(Grade.VALID);
        assertThat(verdict.findings()).extracting(Finding::code).contains("steady-not-known", "drift-not-known");
        assertThat(verdict.settled("measure", false)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = State.class,
            names = {"CHANGING", "NOT_KNOWN"})
    void whatIsMeasuredOutweighsAWarmUpWhereItShowsByItselfThatItStayed(State state) {
        trial.steady = List.of(warmUp(state, 31.2));
        Random random = new Random(1);
        Verdict verdict = verdict(t -> 20 * Math.exp(0.05 * random.nextGaussian()), LatencyMetric.RESPONSE);
        assertThat(verdict.grade()).isEqualTo(Grade.VALID);
        assertThat(verdict.findings()).extracting(Finding::code).containsExactly("steady-when-measured", "unsupported");
        assertThat(verdict.settled("measure", true)).isTrue();
    }

    @Test
    void aPhaseWithoutValuesShowsNothing() {
        trial.steady = List.of(warmUp(State.CHANGING, 31.2));
        assertThat(verdict(t -> 20).reasons()).extracting(Reason::code).contains("nothing-measured", "not-steady");
    }

    @Test
    void whatIsNotKnownOfTheTailAloneLeavesTheBodyKnown() {
        Random random = new Random(1);
        Verdict verdict = verdict(
                t -> 20 * Math.exp(0.05 * random.nextGaussian()),
                t -> 200 * Math.exp(0.8 * random.nextGaussian()),
                LatencyMetric.RESPONSE);
        assertThat(verdict.findings()).first().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("p99-drift-not-known");
            assertThat(finding.cause()).startsWith("response p99 may have changed by ");
        });
        assertThat(verdict.settled("measure", false)).isTrue();
        assertThat(verdict.settled("measure", true)).isFalse();
    }

    @Test
    void whatIsMeasuredAtAnotherLevelThanTheWarmUpEndedWithIsNotValid() {
        trial.steady = List.of(warmUp(State.STEADY, 65));
        assertThat(verdict(t -> 19, LatencyMetric.RESPONSE).reasons())
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.code()).isEqualTo("not-steady");
                    assertThat(reason.cause())
                            .startsWith("response p50 was 65 ms in the last ")
                            .endsWith(" s of phase warmup, but 19 ms in phase measure (medians of seconds)");
                });
        trial.steady = List.of(warmUp(State.STEADY, 20));
        assertThat(verdict(t -> 19, LatencyMetric.RESPONSE).reasons()).isEmpty();
    }

    /** RabbitMQ on two cores had 9.95 ms before, 7.6 ms measured, and p50s of seconds from 4 to 19 ms. */
    @Test
    void whetherItIsAnotherLevelIsNotKnownWhereNoiseMayHaveMadeIt() {
        trial.steady = List.of(warmUp(State.STEADY, 26));
        Random random = new Random(1);
        Verdict verdict = verdict(t -> 20 * Math.exp(0.6 * random.nextGaussian()), LatencyMetric.RESPONSE);
        assertThat(verdict.grade()).isEqualTo(Grade.VALID);
        assertThat(verdict.findings())
                .filteredOn(finding -> finding.code().equals("steady-not-known"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.cause())
                        .startsWith("response p50 was 26 ms in the last ")
                        .endsWith(" in phase measure (medians of seconds), which noise may have made"));
    }

    @Test
    void whatNoiseHidesIsNotKnown() {
        Random random = new Random(1);
        Verdict verdict = verdict(t -> 20 * Math.exp(0.6 * random.nextGaussian()), LatencyMetric.RESPONSE);
        assertThat(verdict.grade()).isEqualTo(Grade.VALID);
        assertThat(verdict.findings())
                .anySatisfy(finding -> assertThat(finding.cause())
                        .startsWith("response p50 may have changed by -")
                        .endsWith(" (n = 30 s)"));
    }

    /** A broker stands still for most of a third of the phase. */
    @Test
    void aLevelThatComesBackIsToldWithItsTimes() {
        Random random = new Random(1);
        Verdict verdict = verdict(
                t -> (t >= 10 && t < 20 ? 46 : 1.4) * Math.exp(0.05 * random.nextGaussian()), LatencyMetric.RESPONSE);
        assertThat(verdict.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo("two-levels");
            assertThat(reason.severity()).isEqualTo(Grade.DEGRADED);
            assertThat(reason.cause())
                    .startsWith("response p50 was 4")
                    .contains(" ms from 10 to 20 s of the phase, and 1.")
                    .endsWith(" in the rest of it (n = 30 s)");
        });
    }

    @Test
    void aLevelThatAnEventOrderedIsAFinding() {
        trial.events = List.of(
                ExecutedEvent.of("stop", Kind.FAULT, "pause-one", 20 * SECOND, 20 * SECOND, 20 * SECOND, "broker-1"));
        Random random = new Random(1);
        Verdict verdict = verdict(
                t -> (t >= 10 && t < 20 ? 46 : 1.4) * Math.exp(0.05 * random.nextGaussian()), LatencyMetric.RESPONSE);
        assertThat(verdict.reasons()).isEmpty();
        assertThat(verdict.findings()).extracting(Finding::code).contains("two-levels");
    }

    @Test
    void aRateThatBeganAtNothingHasNoPercentage() {
        trial.load = Case.load(s -> 10_000 * s, s -> 10_000 * s, s -> s < 33 ? 0 : 10_000 * (s - 33));
        Verdict verdict = trial.verdict();
        assertThat(verdict.toString())
                .contains(
                        "rate received may have changed by ",
                        " of 0 msg/s, the median of its seconds in the first third (n = 30 s)");
        assertThat(verdict.toString()).doesNotContain("NaN", "Infinity");
    }

    /** At 100 messages a second thirds of 30 s differ by more than 5 % in most phases. */
    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "5", "6", "7", "8"})
    void arrivalsAtRandomAreAConstantLoad(long seed) {
        Random random = new Random(seed);
        MannKendall.Series offered = new MannKendall.Series();
        for (int second = 0; second < 30; second++) {
            offered.add(Math.rint(100 + 10 * random.nextGaussian()));
        }
        assertThat(offered.thirdsAlike(0.05, true)).isTrue();
        MannKendall.Series ramp = new MannKendall.Series();
        for (int second = 0; second < 30; second++) {
            ramp.add(Math.rint(100 + 4 * second + 10 * random.nextGaussian()));
        }
        assertThat(ramp.thirdsAlike(0.05, true)).isFalse();
        assertThat(ramp.thirdsAlike(0.05, false)).isFalse();
    }

    @Test
    void aPhaseThatBeginsBehindSaysSo() {
        LongUnaryOperator late = s -> s <= 10 ? 7_000 * s : Math.min(10_000 * s, 70_000 + 11_250 * (s - 10));
        trial.load = Case.load(late, late, late);
        assertThat(trial.verdict().findings())
                .contains(
                        new Finding(
                                "measure",
                                "began-behind",
                                "it began with 30 000 messages that were due before it and not yet acknowledged, which is 3 s of load"));
    }

    /** A phase that ends before the earlier messages are through has none of its own, rather than fewer than none. */
    @Test
    void noRateIsNegative() {
        LongUnaryOperator stuck = s -> Math.min(20_000, 10_000 * s);
        trial.load = Case.load(stuck, stuck, stuck);
        assertThat(trial.verdict().reasons())
                .filteredOn(reason -> reason.code().equals("rate-missed"))
                .singleElement()
                .satisfies(reason ->
                        assertThat(reason.cause()).startsWith("sent 0 msg/s of 10 000 msg/s offered over 30 s (0.3 %"));
    }

    private static SteadyRecord warmUp(State state, double level) {
        return new SteadyRecord(
                "warmup",
                state,
                90,
                20,
                List.of(new SeriesRecord("response p50", state, 90, 60, level, "ms", -0.45, -0.2)),
                List.of(),
                List.of());
    }

    private static DoubleUnaryOperator moving(double from, double to) {
        return t -> from * Math.pow(to / from, t / 29);
    }

    /** Judges a trial with a median of so many milliseconds in each second of the measured phase. */
    private Verdict verdict(DoubleUnaryOperator millis, LatencyMetric... metrics) {
        return verdict(millis, millis, metrics);
    }

    private Verdict verdict(DoubleUnaryOperator millis, DoubleUnaryOperator tail, LatencyMetric... metrics) {
        TrialData stored = trial.stored();
        List<RecordedInterval> intervals = new ArrayList<>();
        stored.intervals().stream()
                .filter(interval -> interval.metric() == LatencyMetric.SERVICE)
                .forEach(intervals::add);
        for (int second = 0; second < Case.END - START; second++) {
            Histogram histogram = new Histogram(3);
            histogram.recordValueWithCount((long) (millis.applyAsDouble(second) * Case.MILLI), 9_800);
            histogram.recordValueWithCount((long) (tail.applyAsDouble(second) * Case.MILLI), 200);
            long start = (START + second) * SECOND;
            for (LatencyMetric metric : metrics) {
                intervals.add(new RecordedInterval(
                        "w1", start, start + SECOND, new IntervalHistogram("measure", metric, histogram, 0, 0)));
            }
        }
        return VerdictRules.PRESENT.judge(new TrialData(stored.trial(), intervals, stored.hiccups(), stored.seconds()));
    }
}
