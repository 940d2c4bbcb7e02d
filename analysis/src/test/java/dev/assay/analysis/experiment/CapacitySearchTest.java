package dev.assay.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.analysis.capacity.CapacityEstimate;
import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.CapacityTrial.Purpose;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.spec.PhaseSpec;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.timeline.Phase;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import dev.assay.scenario.search.SearchCourse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CapacitySearchTest {
    private static final LatencyStatistic P99 = LatencyStatistic.parse("response.p99");

    private static Plan plan(String search, String more) throws ScenarioException {
        return ScenarioFile.read(
                        "x.yaml", """
                name: peak
                systems: { memory: }
                durability: level-4
                workload: { partitions: [1, 6], rate: { search: { from: 1000/s, to: 100k/s, %s } } }
                %s
                """.formatted(search, more.isEmpty() ? "repeat: 1" : more), List.of(), Set.of())
                .plan();
    }

    private static PhaseSpec phase(TrialSpec spec, String name) {
        return Objects.requireNonNull(spec.phases().get(name));
    }

    private static double rate(PlannedTrial trial) {
        return trial.spec().workload().rate().initialPerSecond();
    }

    private static TrialResult result(PlannedTrial trial, Outcome outcome, double p99Nanos) {
        return new TrialResult(
                trial.number(),
                trial.label(),
                trial.repetition(),
                Optional.of(Grade.VALID),
                Map.of(P99, p99(p99Nanos, p99Nanos, p99Nanos, true)),
                Optional.of(new LoadOutcome(
                        outcome, outcome == Outcome.GOOD ? "" : "rate-missed", false, CapacityRecord.NO_LIMIT)));
    }

    private static Reading p99(double low, double nanos, double high, boolean supported) {
        return new Reading(
                Source.of(Statistic.of(P99)),
                nanos,
                low,
                high,
                1_000,
                Quality.ofSamplesAbove(supported ? 10 : 1),
                supported ? Reading.Outcome.VALUE : Reading.Outcome.LEFT_OUT,
                true,
                supported ? "" : "too few samples");
    }

    private static Function<PlannedTrial, TrialResult> capacity(double perSecond) {
        return trial -> result(trial, rate(trial) <= perSecond ? Outcome.GOOD : Outcome.BAD, 1e6);
    }

    private static List<TrialResult> run(Experiment experiment, Function<PlannedTrial, TrialResult> trials) {
        List<TrialResult> done = new ArrayList<>();
        for (Optional<PlannedTrial> next = experiment.next(done); next.isPresent(); next = experiment.next(done)) {
            assertThat(next.get().number()).isEqualTo(done.size() + 1);
            done.add(trials.apply(next.get()));
        }
        return done;
    }

    @Test
    void eachPointHasASearchOfItsOwn() throws Exception {
        Experiment experiment = Experiment.of(plan("curve: false", ""));
        List<TrialResult> done = run(
                experiment,
                trial -> capacity("1".equals(trial.dimensions().get("workload.partitions")) ? 5_000 : 40_000)
                        .apply(trial));
        List<CapacityRecord> found = experiment.capacities(done);
        assertThat(found).extracting(CapacityRecord::state).containsOnly(State.FOUND);
        assertThat(found)
                .extracting(CapacityRecord::label)
                .containsExactly("memory-partitions=1", "memory-partitions=6");
        assertThat(found.getFirst().lowerPerSecond().orElseThrow()).isBetween(4_750.0, 5_000.0);
        assertThat(found.getLast().upperPerSecond().orElseThrow()).isBetween(40_000.0, 42_200.0);
        assertThat(found.stream().mapToInt(one -> one.trials().size()).sum()).isEqualTo(done.size());
        assertThat(experiment.findings(done)).hasSize(6);
    }

    /** The next trial is the same however often it is requested, and from whatever point on. */
    @Test
    void aResumedSearchAsksForTheSameTrials() throws Exception {
        Plan plan = plan("decide: 20 s", "");
        List<PlannedTrial> asked = new ArrayList<>();
        List<TrialResult> done = run(Experiment.of(plan), trial -> {
            asked.add(trial);
            return capacity(30_000).apply(trial);
        });
        for (int until = 0; until < done.size(); until++) {
            assertThat(Experiment.of(plan).next(done.subList(0, until))).contains(asked.get(until));
        }
        assertThat(asked).extracting(PlannedTrial::seed).doesNotHaveDuplicates();
    }

    @Test
    void aTrialWarmsUpMeasuresAndEndsOnceItIsCertainToMiss() throws Exception {
        Experiment experiment = Experiment.of(plan("probe: 4 s, decide: 20 s", ""));
        PlannedTrial first = experiment.next(List.of()).orElseThrow();
        TrialSpec spec = first.spec();
        assertThat(first.label()).isEqualTo("memory-partitions=1-rate=1000_s");
        assertThat(spec.search()).isEmpty();
        assertThat(spec.phases().keySet()).containsExactly(Phase.WARMUP, Phase.MEASURE);
        assertThat(phase(spec, Phase.WARMUP).length()).isEqualTo(Duration.ofSeconds(10));
        assertThat(phase(spec, Phase.MEASURE).until().overloaded()).isTrue();
        assertThat(phase(spec, Phase.MEASURE).longest()).isEqualTo(Duration.ofSeconds(4));
        assertThat(spec.timeline().phases().getLast().expectation()).isEqualTo(Phase.Expectation.EITHER);
        PlannedTrial second =
                experiment.next(List.of(result(first, Outcome.GOOD, 1e6))).orElseThrow();
        assertThat(rate(second)).isEqualTo(4_000);
        assertThat(phase(second.spec(), Phase.WARMUP).length()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aRateThatMissesABoundOnLatencyIsNotSustained() throws Exception {
        Experiment experiment = Experiment.of(plan("curve: false, objectives: { response.p99: 10 ms }", ""));
        List<TrialResult> done =
                run(experiment, trial -> result(trial, Outcome.GOOD, rate(trial) <= 20_000 ? 9e6 : 11e6));
        CapacityRecord found = experiment.capacities(done).getFirst();
        assertThat(found.lowerPerSecond().orElseThrow()).isBetween(19_000.0, 20_000.0);
        assertThat(found.trials())
                .filteredOn(trial -> trial.outcome() == Outcome.BAD)
                .allSatisfy(trial -> assertThat(trial.why()).isEqualTo("response.p99 is 11.0 ms, above 10 ms"));
    }

    private static Plan three(String more) throws ScenarioException {
        return ScenarioFile.read("x.yaml", """
                name: peak
                systems: { memory: }
                durability: level-4
                workload: { partitions: [1, 6], rate: { search: { from: 1000/s, to: 100k/s, decide: 20 s } } }
                %s
                """.formatted(more), List.of(), Set.of())
                .plan();
    }

    @Test
    void thereAreThreeSearchesUnlessTheScenarioSaysOtherwiseOneOfEachPointAfterTheOther() throws Exception {
        Plan plan = three("");
        assertThat(plan.repeat().max()).isEqualTo(3);
        assertThat(three("repeat: 2").repeat().max()).isEqualTo(2);
        Experiment experiment = Experiment.of(plan);
        List<TrialResult> done = new ArrayList<>();
        List<Integer> begun = new ArrayList<>();
        for (Optional<PlannedTrial> next = experiment.next(done); next.isPresent(); next = experiment.next(done)) {
            if (experiment.beginsAnew(done)) {
                begun.add(next.get().repetition());
            }
            done.add(capacity(30_000).apply(next.get()));
        }
        assertThat(begun).containsExactly(1, 1, 2, 2, 3, 3);
        List<CapacityRecord> found = experiment.capacities(done);
        assertThat(found).extracting(CapacityRecord::state).containsOnly(State.FOUND);
        assertThat(found)
                .extracting(search -> search.curve().size())
                .containsExactly(SearchCourse.CURVE.size(), SearchCourse.CURVE.size(), 0, 0, 0, 0);
    }

    /** A value measured above its bound has missed it, whatever the cause; one measured below that may be above it is measured again. */
    @Test
    void aValueThatMayBeOnEitherSideOfItsBoundNeverSpeaksForTheRate() throws Exception {
        Experiment experiment = Experiment.of(plan("curve: false, objectives: { response.p99: 10 ms }", ""));
        PlannedTrial first = experiment.next(List.of()).orElseThrow();
        assertThat(outcome(first, p99(4e6, 8e6, 8e6, true))).isEqualTo(Outcome.GOOD);
        assertThat(outcome(first, p99(11e6, 12e6, 12e6, true))).isEqualTo(Outcome.BAD);
        assertThat(outcome(first, p99(9e6, 12e6, 12e6, true))).isEqualTo(Outcome.BAD);
        assertThat(outcome(first, p99(0, 12e6, 12e6, true))).isEqualTo(Outcome.NO_EVIDENCE);
        assertThat(outcome(first, p99(9e6, 9.5e6, 10.5e6, true))).isEqualTo(Outcome.NO_EVIDENCE);
        assertThat(outcome(first, p99(8e6, 8e6, Double.POSITIVE_INFINITY, true)))
                .isEqualTo(Outcome.NO_EVIDENCE);
        assertThat(outcome(first, p99(12e6, 12e6, Double.POSITIVE_INFINITY, true)))
                .isEqualTo(Outcome.BAD);
        assertThat(outcome(first, p99(12e6, 12e6, 12e6, false))).isEqualTo(Outcome.NO_EVIDENCE);
    }

    private static Outcome outcome(PlannedTrial first, Reading p99) throws ScenarioException {
        Experiment experiment = Experiment.of(plan("curve: false, objectives: { response.p99: 10 ms }", ""));
        TrialResult result = new TrialResult(
                1,
                first.label(),
                1,
                Optional.of(Grade.VALID),
                Map.of(P99, p99),
                result(first, Outcome.GOOD, p99.value()).load());
        return experiment
                .capacities(List.of(result))
                .getFirst()
                .trials()
                .getFirst()
                .outcome();
    }

    @Test
    void threeSearchesHaveOneInterval() throws Exception {
        Experiment experiment = Experiment.of(three(""));
        List<TrialResult> done = run(
                experiment,
                trial -> capacity(new double[] {20_000, 30_000, 25_000}[trial.repetition() - 1])
                        .apply(trial));
        assertThat(experiment.findings(done))
                .filteredOn(line -> line.startsWith("memory-partitions=1"))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).contains("sustained 19,", "confirmed by 5 trials in a row"),
                        line -> assertThat(line).contains("(search 2)"),
                        line -> assertThat(line).contains("(search 3)"),
                        line -> assertThat(line)
                                .matches(".*: capacity 24,[0-9]+/s, from 14,.* to 41,.* at 95 % \\(3 searches\\)"),
                        line -> assertThat(line).contains("(R50)", "(R90)", "on a typical cluster"));
    }

    @Test
    void searchesOnOneClusterSayNothingOfAnother() throws Exception {
        Experiment shared = Experiment.of(three("clusters: shared"));
        assertThat(shared.findings(run(shared, capacity(30_000))).getLast())
                .isEqualTo(
                        "the searches were not made on a new cluster each, so what another cluster sustains is not known");
    }

    @Test
    void aSearchThatIsGivenUpSaysWhyAndTheNextOneGoesOn() throws Exception {
        Experiment experiment = Experiment.of(plan("curve: false", ""));
        List<TrialResult> done = run(
                experiment,
                trial -> "1".equals(trial.dimensions().get("workload.partitions"))
                        ? result(trial, Outcome.NO_EVIDENCE, 1e6)
                        : capacity(5_000).apply(trial));
        List<CapacityRecord> found = experiment.capacities(done);
        assertThat(found).extracting(CapacityRecord::state).containsExactly(State.STOPPED, State.FOUND);
        assertThat(found.getFirst().trials()).hasSize(SearchCourse.MAX_FAILURES);
        assertThat(experiment.findings(done).getFirst())
                .isEqualTo("memory-partitions=1: abandoned, 3 trials in a row at 1000/s were inconclusive: rate-missed;"
                        + " no rate confirmed or missed so far");
    }

    @Test
    void aResultNearTheHarnessOwnCeilingIsTheHarness() throws Exception {
        Experiment near = Experiment.of(plan("curve: false, ceiling: 40k/s", ""));
        assertThat(near.findings(run(near, capacity(35_000))).getFirst())
                .contains("; this is the limit of the harness and not of the system: it is ");
        Experiment far = Experiment.of(plan("curve: false, ceiling: 60k/s", ""));
        assertThat(far.findings(run(far, capacity(35_000))).getFirst()).endsWith("; limit: not looked for");
        assertThat(CapacityEstimate.of(near.capacities(run(near, capacity(35_000)))))
                .allSatisfy(point ->
                        assertThat(point.readings().rows()).singleElement().matches(Reading::lowerBound));
    }

    @Test
    void whatTheMachineWasCalibratedForStandsInWhereTheScenarioSaysNoCeiling() throws Exception {
        Experiment stated =
                Experiment.of(plan("curve: false, ceiling: 60k/s", "")).beside(_ -> Optional.of(40_000.0));
        assertThat(stated.capacities(run(stated, capacity(35_000))).getFirst().ceilingPerSecond())
                .isEqualTo(60_000);
        Experiment calibrated = Experiment.of(plan("curve: false", "")).beside(_ -> Optional.of(40_000.0));
        assertThat(calibrated.findings(run(calibrated, capacity(35_000))).getFirst())
                .contains("; this is the limit of the harness and not of the system: it is ");
    }

    @Test
    void theCurveIsMeasuredBelowTheBoundAndChangesNothingOfIt() throws Exception {
        Experiment experiment = Experiment.of(plan("decide: 20 s", ""));
        List<TrialResult> done = run(
                experiment,
                trial -> phase(trial.spec(), Phase.MEASURE).until().hasCondition()
                        ? capacity(30_000).apply(trial)
                        : result(trial, Outcome.BAD, 1e6));
        CapacityRecord found = experiment.capacities(done).getFirst();
        assertThat(found.state()).isEqualTo(State.FOUND);
        assertThat(found.curve()).hasSameSizeAs(SearchCourse.CURVE);
        assertThat(found.lowerPerSecond().orElseThrow()).isBetween(28_500.0, 30_000.0);
        assertThat(found.trials().stream().filter(trial -> trial.purpose() == Purpose.DECIDE))
                .extracting(CapacityTrial::seconds)
                .containsOnly(20.0);
    }

    @Test
    void whatIsToComeIsKnownBeforehandForASystemThatAnswersAlike() throws Exception {
        Plan plan = plan("curve: false", "");
        Experiment experiment = Experiment.of(plan);
        ProgressEstimate estimate = experiment.estimate(List.of());
        for (double capacity = 900; capacity < 120_000; capacity *= 1.3) {
            int trials = run(experiment, capacity(capacity)).size();
            assertThat(trials).isBetween(estimate.min(), estimate.max() + 4);
        }
    }

    @Test
    void searchesAreRepeatedANumberOfTimesOnly() {
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(
                        () -> plan("curve: false", "repeat: { at-least: 3, at-most: 6, until: 5 %, of: response.p99 }"))
                .withMessageContaining("x.yaml:5:9: repeat: searches are repeated a fixed number of times");
    }

    /** Each variant has a search of its own, and may define it. */
    @Test
    void whatIsSearchedMayBeADimensionItself() throws Exception {
        Plan plan = ScenarioFile.read("x.yaml", """
                name: peak
                systems: { memory: }
                durability: level-4
                variants:
                  bound:
                    any: { workload: { rate: { search: { to: 9k/s } } } }
                    fast: { workload: { rate: { search: { to: 9k/s, objectives: { response.p99: 5 ms } } } } }
                    steady: { workload: { rate: 500/s } }
                repeat: 1
                """, List.of(), Set.of()).plan();
        assertThat(plan.trials())
                .extracting(trial -> trial.spec()
                        .search()
                        .map(search -> search.bounds().size())
                        .orElse(-1))
                .containsExactly(0, 1, -1);
        Experiment experiment = Experiment.of(plan);
        List<TrialResult> done = run(
                experiment,
                trial -> trial.label().contains("steady")
                        ? result(trial, Outcome.BAD, 1e6)
                        : capacity(5_000).apply(trial));
        assertThat(experiment.capacities(done)).hasSize(2);
        assertThat(done.getLast().label()).contains("steady").doesNotContain("rate=");
    }
}
