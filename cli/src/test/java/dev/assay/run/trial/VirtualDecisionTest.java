package dev.assay.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RunAnalyzer;
import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.Difference;
import dev.assay.analysis.experiment.Experiment;
import dev.assay.analysis.experiment.StoredResults;
import dev.assay.analysis.experiment.TrialResult;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ends a comparison of stored trials, which were measured in virtual time, once it is decided. */
@Tag("slow")
class VirtualDecisionTest {
    private static final String SCENARIO = """
            name: slower
            systems: { memory: { law: constant, mean: [1 ms, 100 ms] } }
            durability: level-4
            workload: { rate: 200/s }
            timing: { warmup: 1 s, measure: 30 s, drain: 60 s }
            repeat: { at-least: 3, at-most: 6, until: decided }
            result: [response.p50]
            fail-if: [response.p50 > 1.20x, achieved < 0.95x]
            """;

    @TempDir
    Path base;

    @Test
    void whatIsStoredDecidesWithItsConditionsAndTheReportAgrees() throws Exception {
        Plan plan = ScenarioFile.read("x.yaml", SCENARIO, List.of(), Set.of()).plan();
        List<PlannedTrial> four = plan.trials().subList(0, 8);
        RunDirectory directory = VirtualRuns.of(base, SCENARIO, four);
        Experiment experiment = Experiment.of(plan).reading(directory.record(), directory::readTrial);
        StoredResults results = StoredResults.of(directory, experiment);
        List<TrialResult> done = new ArrayList<>();
        Optional<PlannedTrial> next = experiment.next(done);
        while (next.isPresent()) {
            done.add(results.of(next.get()));
            next = experiment.next(done);
        }

        assertThat(done.size()).isIn(6, 8);
        assertThat(experiment.findings(done))
                .containsExactly(
                        "decided after %d of at most 6 blocks".formatted(done.size() / 2),
                        "mean = 100 ms against mean = 1 ms: response.p50 greater, 'response.p50 > 1.20x' failed, 'achieved < 0.95x' passed");
        assertThat(Comparison.usually(RunAnalyzer.analyze(directory))
                        .orElseThrow()
                        .pairs()
                        .getFirst()
                        .compared("response.p50"))
                .map(ComparedStatistic::difference)
                .contains(Difference.GREATER);
    }
}
