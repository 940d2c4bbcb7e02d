package dev.assay.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.Difference;
import dev.assay.analysis.comparison.MeasuredRun;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.spec.ResultStatistics;
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
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class RepeatUntilDecidedTest {
    private static final String SCENARIO = """
            name: two
            systems: { memory: }
            workload: { rate: 1000/s, partitions: [1, 6] }
            timing: { warmup: 0 s, measure: 10 s }
            repeat: { at-least: %d, at-most: %d, until: decided }
            result: [response.p99]
            """;

    private static Plan plan(int min, int max) throws ScenarioException {
        return read(SCENARIO.formatted(min, max)).plan();
    }

    private static ScenarioFile read(String text) throws ScenarioException {
        return ScenarioFile.read("x.yaml", text, List.of(), Set.of());
    }

    /** @param millis of a trial; NaN for one that fails */
    private static Experiment experiment(Plan plan, ToDoubleFunction<PlannedTrial> millis) {
        return new RepeatUntilDecided(plan, done -> measured(plan, done, millis));
    }

    private static RunAnalysis measured(Plan plan, List<TrialResult> done, ToDoubleFunction<PlannedTrial> millis) {
        MeasuredRun run = new MeasuredRun("a");
        run.system = "memory";
        run.result = ResultStatistics.parse("response.p99");
        for (TrialResult result : done) {
            PlannedTrial trial = plan.trials().get(result.number() - 1);
            if (result.grade().isPresent()) {
                run.trial(result.repetition(), trial.dimensions(), millis.applyAsDouble(trial));
            } else {
                run.missing(result.repetition(), trial.dimensions(), true);
            }
        }
        return run.run();
    }

    private static List<TrialResult> run(Experiment experiment, ToDoubleFunction<PlannedTrial> millis) {
        List<TrialResult> done = new ArrayList<>();
        Optional<PlannedTrial> next = experiment.next(done);
        while (next.isPresent()) {
            done.add(result(next.get(), millis));
            next = experiment.next(done);
        }
        return done;
    }

    private static TrialResult result(PlannedTrial trial, ToDoubleFunction<PlannedTrial> millis) {
        boolean failed = Double.isNaN(millis.applyAsDouble(trial));
        return new TrialResult(
                trial.number(),
                trial.label(),
                trial.repetition(),
                failed ? Optional.empty() : Optional.of(Grade.VALID),
                Map.of(),
                Optional.empty());
    }

    private static boolean candidate(PlannedTrial trial) {
        return trial.label().endsWith("=6");
    }

    /** Alternates up and down by a fraction where the candidate is measured. */
    private static double alternating(PlannedTrial trial, double ratio, double scatter) {
        double up = trial.repetition() % 2 == 0 ? 1 + scatter : 1 / (1 + scatter);
        return 10 * (candidate(trial) ? ratio * up : 1);
    }

    @Test
    void aPlainDifferenceEndsTheRunAfterTheFewestBlocks() throws Exception {
        ToDoubleFunction<PlannedTrial> millis = trial -> alternating(trial, 38, 0.1);
        Plan plan = plan(4, 15);
        Experiment experiment = experiment(plan, millis);

        assertThat(experiment.estimate(List.of())).isEqualTo(new ProgressEstimate(8, 30, Duration.ofMinutes(5)));
        List<TrialResult> done = run(experiment, millis);

        assertThat(done).hasSize(8);
        assertThat(experiment.estimate(done)).isEqualTo(new ProgressEstimate(8, 8, Duration.ZERO));
        assertThat(experiment.findings(done))
                .containsExactly(
                        "decided after 4 of at most 15 blocks",
                        "partitions = 6 against partitions = 1: response.p99 greater");
        assertThat(run(experiment(plan(1, 15), millis), millis))
                .as("a ratio needs three blocks, and such a look more certainty")
                .hasSizeBetween(6, 8);
    }

    @Test
    void whatIsEqualIsDecidedToo() throws Exception {
        ToDoubleFunction<PlannedTrial> millis = trial -> alternating(trial, 1, 0.005);
        Experiment experiment = experiment(plan(4, 15), millis);

        List<TrialResult> done = run(experiment, millis);

        assertThat(done).hasSizeLessThan(16);
        assertThat(experiment.findings(done).getLast()).endsWith(": response.p99 equal");
    }

    /** The two differ by 8 %, which a report of four blocks would call greater, but a look does not yet. */
    @Test
    void aLookNeedsMoreCertaintyThanTheReport() throws Exception {
        ToDoubleFunction<PlannedTrial> millis = trial -> alternating(trial, 1.08, 0.02);
        Experiment experiment = experiment(plan(4, 15), millis);

        List<TrialResult> done = run(experiment, millis);

        assertThat(done.size() / 2).isBetween(5, 12);
        assertThat(experiment.findings(done.subList(0, 8)))
                .containsExactly(
                        "not decided after 4 of at most 15 blocks",
                        "partitions = 6 against partitions = 1: response.p99 greater");
    }

    /** A budget of 300 blocks allows so many looks that each has to be surer. */
    @Test
    void aLargerBudgetIsWrongNoMoreOften() throws Exception {
        ToDoubleFunction<PlannedTrial> millis = trial -> alternating(trial, 1.08, 0.02);

        assertThat(run(experiment(plan(4, 300), millis), millis))
                .hasSizeGreaterThan(run(experiment(plan(4, 15), millis), millis).size())
                .hasSizeLessThan(30);
    }

    @Test
    void whereTooFewBlocksCountNothingIsEqual() throws Exception {
        ToDoubleFunction<PlannedTrial> millis =
                trial -> trial.repetition() <= 2 ? Double.NaN : alternating(trial, 1, 0.005);
        Plan plan = plan(3, 5);
        Experiment experiment = experiment(plan, millis);

        List<TrialResult> done = run(experiment, millis);

        assertThat(experiment.findings(done))
                .containsExactly(
                        "not decided after 5 of at most 5 blocks",
                        "partitions = 6 against partitions = 1: response.p99 inconclusive");
        assertThat(Comparison.usually(measured(plan, done, millis))
                        .orElseThrow()
                        .pairs()
                        .getFirst()
                        .compared("response.p99"))
                .as("the report says the same")
                .hasValueSatisfying(compared ->
                        assertThat(compared.alike(Difference.USUAL_THRESHOLD)).isFalse());
    }

    @Test
    void theBudgetIsTheEnd() throws Exception {
        ToDoubleFunction<PlannedTrial> millis = trial -> alternating(trial, 1, 0.3);
        Experiment experiment = experiment(plan(4, 6), millis);

        List<TrialResult> done = run(experiment, millis);

        assertThat(done).hasSize(12);
        assertThat(experiment.findings(done))
                .containsExactly(
                        "not decided after 6 of at most 6 blocks",
                        "partitions = 6 against partitions = 1: response.p99 inconclusive");
    }

    /** The blocks that were requested count, and not those of the budget: 4 of 5 are enough, 3 of 4 are not. */
    @Test
    void theBlocksThatWereRequestedAreThePlannedOnes() throws Exception {
        ToDoubleFunction<PlannedTrial> millis =
                trial -> trial.repetition() == 2 ? Double.NaN : alternating(trial, 38, 0.1);
        Experiment experiment = experiment(plan(4, 15), millis);

        List<TrialResult> done = run(experiment, millis);

        assertThat(done).hasSize(10);
        assertThat(experiment.findings(done).getFirst()).isEqualTo("decided after 5 of at most 15 blocks");
    }

    @Test
    void aRunWithoutAnyResultEndsWithTheBudget() throws Exception {
        Experiment experiment = experiment(plan(3, 4), _ -> Double.NaN);

        List<TrialResult> done = run(experiment, _ -> Double.NaN);

        assertThat(done).hasSize(8);
        assertThat(experiment.findings(done).getFirst()).isEqualTo("not decided after 4 of at most 4 blocks");
    }

    @Test
    void aResumedRunDecidesTheSame() throws Exception {
        ToDoubleFunction<PlannedTrial> millis = trial -> alternating(trial, 1.08, 0.02);
        Plan plan = plan(4, 15);
        List<TrialResult> whole = run(experiment(plan, millis), millis);
        for (int before = 0; before < whole.size(); before++) {
            Experiment resumed = experiment(plan, millis);
            assertThat(resumed.next(whole.subList(0, before)).orElseThrow().number())
                    .isEqualTo(whole.get(before).number());
        }
        assertThat(experiment(plan, millis).next(whole)).isEmpty();
    }

    @Test
    void whatCannotBeDecidedIsRefused() {
        String scenario = SCENARIO.formatted(4, 15);
        for (String[] wrong : new String[][] {
            {"[1, 6]", "1", "repeat until decided compares the values of what varies with the first of them"},
            {"{ rate: 1000/s,", "{ rate: [1000/s, 2000/s],", "compares by one dimension, but several vary"},
            {"result: [response.p99]", "", "write for example 'result: [end-to-end.p99]'"},
            {"at-most: 15", "at-most: 2", "expected at least the 4 blocks of at-least, but found 2"}
        }) {
            assertThatExceptionOfType(ScenarioException.class)
                    .isThrownBy(() -> read(scenario.replace(wrong[0], wrong[1])))
                    .withMessageContaining(wrong[2]);
        }
    }
}
