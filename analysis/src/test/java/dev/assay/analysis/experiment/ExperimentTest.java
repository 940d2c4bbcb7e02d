package dev.assay.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ExperimentTest {
    private static final LatencyStatistic P99 = LatencyStatistic.parse("response.p99");
    private static final double MS = 1e6;

    private static Plan plan(String repeat) throws ScenarioException {
        return ScenarioFile.read("x.yaml", """
                name: two
                systems: { memory: }
                workload: { partitions: [1, 6] }
                timing: { warmup: 1 s, measure: 9 s }
                repeat: %s
                """.formatted(repeat), List.of(), Set.of())
                .plan();
    }

    private static TrialResult result(PlannedTrial trial, Optional<Grade> grade, double nanos) {
        return new TrialResult(
                trial.number(),
                trial.label(),
                trial.repetition(),
                grade,
                Map.of(P99, Reading.exact(Source.of(Statistic.of(P99)), nanos, 1_000)),
                Optional.empty());
    }

    private static TrialResult valid(PlannedTrial trial, double nanos) {
        return result(trial, Optional.of(Grade.VALID), nanos);
    }

    private static List<TrialResult> run(Experiment experiment, Function<PlannedTrial, TrialResult> trials) {
        List<TrialResult> done = new ArrayList<>();
        for (Optional<PlannedTrial> next = experiment.next(done); next.isPresent(); next = experiment.next(done)) {
            done.add(trials.apply(next.get()));
        }
        return done;
    }

    @Test
    void aGoalIsOfTheResponseUnlessItSaysOtherwise() throws Exception {
        assertThat(plan("{ at-least: 6, at-most: 15, until: 5 % }").repeat())
                .isEqualTo(plan("{ at-least: 6, at-most: 15, until: 5 %, of: response.p99 }")
                        .repeat());
        assertThat(plan("{ at-least: 3, at-most: 6, until: 2.5 %, of: end-to-end.p50 }")
                        .repeat())
                .hasToString("3 to 6 until end-to-end.p50 within 2.5 %");
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> plan("{ at-least: 6, at-most: 15 }"))
                .withMessageContaining("repeat lacks the key 'until'");
    }

    @Test
    void aSweepIsItsPlanInItsOrder() throws Exception {
        Plan plan = plan("3");
        List<PlannedTrial> asked = new ArrayList<>();
        run(Experiment.of(plan), trial -> {
            asked.add(trial);
            return result(trial, trial.number() == 2 ? Optional.empty() : Optional.of(Grade.INVALID), 0);
        });
        assertThat(asked).isEqualTo(plan.trials());
    }

    @Test
    void aSweepLooksAheadToAllThatHasNoResult() throws Exception {
        Plan plan = plan("3");
        Experiment sweep = Experiment.of(plan);
        assertThat(sweep.estimate(List.of())).isEqualTo(new ProgressEstimate(6, 6, Duration.ofSeconds(60)));
        assertThat(sweep.estimate(List.of(valid(plan.trials().getFirst(), 1))))
                .isEqualTo(new ProgressEstimate(6, 6, Duration.ofSeconds(50)));
        assertThat(sweep.estimate(List.of()).trials()).isEqualTo("6");
        assertThat(sweep.findings(List.of())).isEmpty();
    }

    /** Alternates up and down by a fraction. */
    private static double alternating(PlannedTrial trial, double scatter) {
        return 10 * MS * (trial.repetition() % 2 == 0 ? 1 + scatter : 1 / (1 + scatter));
    }

    private static final String ONE = "memory-partitions=1";

    @Test
    void blocksGoOnUntilEveryPointIsKnownWellEnough() throws Exception {
        Plan plan = plan("{ at-least: 3, at-most: 30, until: 5 %, of: response.p99 }");
        List<TrialResult> done = run(
                Experiment.of(plan),
                trial -> valid(trial, alternating(trial, trial.label().endsWith("=1") ? 0 : 0.06)));

        int blocks = done.size() / 2;
        assertThat(done).hasSize(2 * blocks);
        assertThat(halfWidth(done, 6)).isGreaterThan(0.05);
        assertThat(halfWidth(done, blocks)).isLessThanOrEqualTo(0.05);
        assertThat(blocks).isBetween(7, 20);
    }

    private static double halfWidth(List<TrialResult> done, int blocks) {
        return PointEstimate.of(
                        "memory-partitions=6",
                        P99,
                        done.stream()
                                .filter(result -> result.repetition() <= blocks)
                                .toList(),
                        6)
                .interval()
                .orElseThrow()
                .relativeHalfWidth();
    }

    @Test
    void noRunEndsBeforeSixBlocks() throws Exception {
        for (int min : List.of(1, 3, 6)) {
            Plan plan = plan("{ at-least: %d, at-most: 15, until: 50 %% }".formatted(min));
            assertThat(run(Experiment.of(plan), trial -> valid(trial, MS))).hasSize(12);
        }
        Plan more = plan("{ at-least: 8, at-most: 15, until: 50 % }");
        assertThat(run(Experiment.of(more), trial -> valid(trial, MS))).hasSize(16);
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> plan("{ at-least: 3, at-most: 5, until: 5 % }"))
                .withMessageContaining("expected at least 6 blocks, but found 5");
    }

    @Test
    void theBudgetIsTheEnd() throws Exception {
        Plan plan = plan("{ at-least: 3, at-most: 7, until: 5 %, of: response.p99 }");
        List<TrialResult> done = run(Experiment.of(plan), trial -> valid(trial, alternating(trial, 2)));
        assertThat(done).hasSize(14);
        assertThat(Experiment.of(plan).findings(done))
                .first()
                .isEqualTo("not precise enough after 7 blocks: response.p99 within 5 %");
    }

    /** Computed by hand: t of 5 degrees of freedom is 2.5706, and the logarithms are 0.1 from their mean. */
    @Test
    void theFirstTrialsSayHowFarValuesScatterAndLaterOnesOnlyWidenThat() {
        double up = Math.exp(0.1);
        List<Double> six = List.of(up, 1 / up, up, 1 / up, up, 1 / up);
        double half = 2.570_582 * 0.1 * Math.sqrt(6 / 5.0);
        assertThat(point(six, 6).interval().orElseThrow().high())
                .isCloseTo(Math.exp(half / Math.sqrt(6)), within(1e-6));

        List<Double> calm = new ArrayList<>(six);
        calm.addAll(List.of(1.0, 1.0));
        assertThat(point(calm, 6).interval().orElseThrow().high())
                .isCloseTo(Math.exp(half / Math.sqrt(8)), within(1e-6));

        List<Double> wild = new ArrayList<>(six);
        wild.addAll(List.of(2.0, 0.5));
        // The standard deviation is sqrt((6 × 0.01 + 2 × ln² 2) / 7), and t of 7 degrees of freedom 2.3646.
        double all = 2.364_624 * Math.sqrt((0.06 + 2 * Math.log(2) * Math.log(2)) / 7);
        assertThat(point(wild, 6).interval().orElseThrow().high())
                .isCloseTo(Math.exp(all / Math.sqrt(8)), within(1e-6));
    }

    private static PointEstimate point(List<Double> values, int pilot) {
        return new PointEstimate(ONE, P99, values, pilot, 0, 0, 0, 0);
    }

    @Test
    void whatIsInvalidOrFailedIsCountedAndTooManyOfThemArePreciseInNothing() throws Exception {
        Plan plan = plan("{ at-least: 3, at-most: 12, until: 5 %, of: response.p99 }");
        Experiment experiment = Experiment.of(plan);
        List<TrialResult> done = run(experiment, trial -> {
            if (trial.label().endsWith("=6")) {
                return result(trial, Optional.of(Grade.DEGRADED), 7 * MS);
            }
            return switch (trial.repetition()) {
                case 1 -> result(trial, Optional.of(Grade.INVALID), 900 * MS);
                case 2 -> result(trial, Optional.empty(), 900 * MS);
                default -> valid(trial, 2 * MS);
            };
        });

        assertThat(done).as("8 of 10 are enough").hasSize(20);
        assertThat(experiment.findings(done))
                .containsExactly(
                        "precise enough after 10 blocks: response.p99 within 5 %",
                        "memory-partitions=1: response.p99 2.000 ms, from 2.000 to 2.000 ms at 95 % (± 0.0 %) (8 trials, 1 INVALID left out, 1 failed)",
                        "memory-partitions=6: response.p99 7.000 ms, from 7.000 to 7.000 ms at 95 % (± 0.0 %) (10 trials, 10 of them DEGRADED)");
        assertThat(experiment.findings(done.subList(0, 18)))
                .contains(
                        "not precise enough after 9 blocks: response.p99 within 5 %",
                        "memory-partitions=1: response.p99 2.000 ms, from 2.000 to 2.000 ms at 95 % (± 0.0 %) (7 trials, 1 INVALID left out, 1 failed, only 77 % count, 80 % are needed)");
    }

    @Test
    void aTrialWhoseValueCountsInNoComparisonCountsForNothing() throws Exception {
        Plan plan = plan("{ at-least: 6, at-most: 7, until: 5 %, of: response.p99 }");
        Experiment experiment = Experiment.of(plan);
        List<TrialResult> done = run(
                experiment,
                trial -> trial.repetition() == 3
                        ? new TrialResult(
                                trial.number(),
                                trial.label(),
                                3,
                                Optional.of(Grade.DEGRADED),
                                Map.of(
                                        P99,
                                        Reading.exact(Source.of(Statistic.of(P99)), MS, 1_000)
                                                .withheld(Outcome.LEFT_OUT, "too few samples")),
                                Optional.empty())
                        : valid(trial, MS));
        assertThat(done).hasSize(14);
        assertThat(experiment.findings(done))
                .contains(
                        "memory-partitions=1: response.p99 1.000 ms, from 1.000 to 1.000 ms at 95 % (± 0.0 %) (6 trials, 1 whose value does not count left out)");
    }

    @Test
    void nothingButFailuresEndsWithTheBudget() throws Exception {
        Plan plan = plan("{ at-least: 3, at-most: 6, until: 5 %, of: response.p99 }");
        Experiment experiment = Experiment.of(plan);
        List<TrialResult> done = run(experiment, trial -> result(trial, Optional.empty(), 1));
        assertThat(done).hasSize(12);
        assertThat(experiment.findings(done))
                .contains(
                        "memory-partitions=1: response.p99 has no interval below 3 trials (0 trials, 6 failed, only 0 % count, 80 % are needed)");
    }

    @Test
    void theNumberOfTrialsIsARangeUntilItIsKnown() throws Exception {
        Plan plan = plan("{ at-least: 6, at-most: 15, until: 5 %, of: response.p99 }");
        Experiment experiment = Experiment.of(plan);
        assertThat(experiment.estimate(List.of())).isEqualTo(new ProgressEstimate(12, 30, Duration.ofMinutes(5)));
        assertThat(experiment.estimate(List.of()).trials()).isEqualTo("12 to 30");
        List<PlannedTrial> first =
                plan.trials().stream().filter(trial -> trial.repetition() <= 6).toList();
        List<TrialResult> steady = first.stream().map(trial -> valid(trial, MS)).toList();
        assertThat(experiment.estimate(steady)).isEqualTo(new ProgressEstimate(12, 12, Duration.ZERO));
        List<TrialResult> unsteady = first.stream()
                .map(trial -> valid(trial, alternating(trial, 0.06)))
                .toList();
        assertThat(experiment.estimate(unsteady))
                .as("by the scatter so far, it takes 11 blocks at least: (2.5706 × 0.0583 × sqrt(6 / 5) / 0.05)²")
                .isEqualTo(new ProgressEstimate(22, 30, Duration.ofMinutes(3)));
    }

    /** The order of a block depends on the seed and the block alone, so that a resumed run has the same trials. */
    @Test
    void theBlocksAreThoseOfAPlanWithAFixedNumber() throws Exception {
        Plan until = plan("{ at-least: 3, at-most: 6, until: 5 %, of: response.p99 }");
        assertThat(until.trials()).isEqualTo(plan("6").trials());
        assertThat(until.certain()).isEqualTo(plan("3").trials());
    }

    @Test
    void aStatisticOfSeveralMeasuredPhasesNamesItsPhase() throws Exception {
        String phases = """
                name: two
                systems: { memory: }
                phases: {start: {for: 1 s, warmup: true}, low: {for: 2 s}, high: {for: 2 s}}
                repeat: %s
                """;
        assertThat(read(phases.formatted("{ at-least: 3, at-most: 6, until: 5 %, of: response.p99 in high }"))
                        .repeat())
                .isEqualTo(3);
        for (String until : List.of("response.p99", "response.p99 in start", "response.p99 in hgih")) {
            assertThatExceptionOfType(ScenarioException.class)
                    .isThrownBy(
                            () -> read(phases.formatted("{ at-least: 3, at-most: 6, until: 5 %, of: " + until + " }")))
                    .withMessageContaining("x.yaml:4:9")
                    .withMessageContaining("one of low, high")
                    .withMessageContaining("'of: response.p99 in PHASE'");
        }
    }

    private static ScenarioFile read(String text) throws ScenarioException {
        return ScenarioFile.read("x.yaml", text, List.of(), Set.of());
    }
}
