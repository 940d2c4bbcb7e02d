package dev.assay.scenario.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
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
                trial.number(), trial.label(), trial.repetition(), grade, Map.of(P99, nanos), Optional.empty());
    }

    private static TrialResult valid(PlannedTrial trial, double nanos) {
        return result(trial, Optional.of(Grade.VALID), nanos);
    }

    /** Runs it to its end. */
    private static List<TrialResult> run(Experiment experiment, Function<PlannedTrial, TrialResult> trials) {
        List<TrialResult> done = new ArrayList<>();
        for (Optional<PlannedTrial> next = experiment.next(done); next.isPresent(); next = experiment.next(done)) {
            done.add(trials.apply(next.get()));
        }
        return done;
    }

    @Test
    void aGoalIsOfTheResponseUnlessItSaysOtherwise() throws Exception {
        assertThat(plan("{ at-least: 3, at-most: 15, until: 5 % }").repeat())
                .isEqualTo(plan("{ at-least: 3, at-most: 15, until: 5 %, of: response.p99 }")
                        .repeat());
        assertThat(plan("{ at-least: 3, at-most: 6, until: 2.5 %, of: end-to-end.p50 }")
                        .repeat())
                .hasToString("3 to 6 until end-to-end.p50 within 2.5 %");
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> plan("{ at-least: 3, at-most: 15 }"))
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

    @Test
    void blocksGoOnUntilEveryPointIsKnownWellEnough() throws Exception {
        Plan plan = plan("{ at-least: 3, at-most: 15, until: 5 %, of: response.p99 }");
        // One point is always the same; the other one settles from the fourth block on: 10, 11, 10.5, then 10.5.
        List<TrialResult> done = run(Experiment.of(plan), trial -> {
            double unsteady =
                    trial.repetition() > 3 ? 10.5 : List.of(10.0, 11.0, 10.5).get(trial.repetition() - 1);
            return valid(trial, (trial.label().endsWith("=1") ? 2 : unsteady) * MS);
        });

        int blocks = done.size() / 2;
        assertThat(done).hasSize(2 * blocks);
        assertThat(halfWidth(done, blocks - 1)).isGreaterThan(0.05);
        assertThat(halfWidth(done, blocks)).isLessThanOrEqualTo(0.05);
        assertThat(blocks).isBetween(4, 8);
    }

    private static double halfWidth(List<TrialResult> done, int blocks) {
        return Interval.of(done.stream()
                        .filter(result -> result.label().endsWith("=6") && result.repetition() <= blocks)
                        .map(result -> result.nanos().getOrDefault(P99, 0.0))
                        .toList())
                .orElseThrow()
                .relativeHalfWidth();
    }

    @Test
    void theBudgetIsTheEnd() throws Exception {
        Plan plan = plan("{ at-least: 3, at-most: 5, until: 5 %, of: response.p99 }");
        List<TrialResult> done =
                run(Experiment.of(plan), trial -> valid(trial, trial.repetition() % 2 == 0 ? MS : 9 * MS));
        assertThat(done).extracting(TrialResult::number).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(Experiment.of(plan).findings(done))
                .first()
                .isEqualTo("not precise enough after 5 blocks: response.p99 within 5 %");
    }

    @Test
    void whatIsInvalidOrFailedCountsForNothingAndDegradedTrialsAreCountedApart() throws Exception {
        Plan plan = plan("{ at-least: 3, at-most: 6, until: 5 %, of: response.p99 }");
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

        assertThat(done).hasSize(10);
        assertThat(experiment.findings(done))
                .containsExactly(
                        "precise enough after 5 blocks: response.p99 within 5 %",
                        "memory-partitions=1: response.p99 2.000 ms, from 2.000 to 2.000 ms at 95 % (± 0.0 %) (3 trials, 1 INVALID left out, 1 failed)",
                        "memory-partitions=6: response.p99 7.000 ms, from 7.000 to 7.000 ms at 95 % (± 0.0 %) (5 trials, 5 of them DEGRADED)");
    }

    @Test
    void nothingButFailuresEndsWithTheBudget() throws Exception {
        Plan plan = plan("{ at-least: 3, at-most: 4, until: 5 %, of: response.p99 }");
        Experiment experiment = Experiment.of(plan);
        List<TrialResult> done = run(experiment, trial -> result(trial, Optional.empty(), 1));
        assertThat(done).hasSize(8);
        assertThat(experiment.findings(done))
                .contains("memory-partitions=1: response.p99 has no interval below 3 trials (0 trials, 4 failed)");
    }

    @Test
    void theNumberOfTrialsIsARangeUntilItIsKnown() throws Exception {
        Plan plan = plan("{ at-least: 3, at-most: 5, until: 5 %, of: response.p99 }");
        Experiment experiment = Experiment.of(plan);
        assertThat(experiment.estimate(List.of())).isEqualTo(new ProgressEstimate(6, 10, Duration.ofSeconds(100)));
        assertThat(experiment.estimate(List.of()).trials()).isEqualTo("6 to 10");
        List<TrialResult> steady =
                plan.certain().stream().map(trial -> valid(trial, MS)).toList();
        assertThat(experiment.estimate(steady)).isEqualTo(new ProgressEstimate(6, 6, Duration.ZERO));
        List<TrialResult> unsteady = plan.certain().stream()
                .map(trial -> valid(trial, trial.number() * MS))
                .toList();
        assertThat(experiment.estimate(unsteady)).isEqualTo(new ProgressEstimate(8, 10, Duration.ofSeconds(40)));
    }

    /** The order of a block depends on the seed and the block alone, so a run that is resumed meets the same trials. */
    @Test
    void theBlocksAreThoseOfAPlanWithAFixedNumber() throws Exception {
        Plan until = plan("{ at-least: 3, at-most: 5, until: 5 %, of: response.p99 }");
        assertThat(until.trials()).isEqualTo(plan("5").trials());
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
        assertThat(read(phases.formatted("{ at-least: 3, at-most: 5, until: 5 %, of: response.p99 in high }"))
                        .repeat())
                .isEqualTo(3);
        for (String until : List.of("response.p99", "response.p99 in start", "response.p99 in hgih")) {
            assertThatExceptionOfType(ScenarioException.class)
                    .isThrownBy(
                            () -> read(phases.formatted("{ at-least: 3, at-most: 5, until: 5 %, of: " + until + " }")))
                    .withMessageContaining("x.yaml:4:9")
                    .withMessageContaining("one of low, high")
                    .withMessageContaining("'of: response.p99 in PHASE'");
        }
    }

    private static ScenarioFile read(String text) throws ScenarioException {
        return ScenarioFile.read("x.yaml", text, List.of(), Set.of());
    }
}
