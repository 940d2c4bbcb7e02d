package dev.assay.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.analysis.statistics.Standstill;
import dev.assay.report.ClosingSummary;
import dev.assay.report.page.Headline;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks on trials in virtual time that standstills are reported, and none where there was none. */
class StandstillsTest {
    private static final int WARM_UP_SECONDS = 2;

    @TempDir
    Path base;

    private RunAnalysis run(int seed, String system, String rate, int seconds) throws Exception {
        List<PlannedTrial> trials = ScenarioFile.read(
                        "standstill.yaml",
                        """
                        name: standstill
                        seed: %d
                        systems: { memory: { %s } }
                        durability: level-4
                        workload: { message: { size: 100 B }, rate: %s, arrivals: poisson }
                        timing: { warmup: %d s, measure: %d s, drain: 10 s }
                        """.formatted(seed, system, rate, WARM_UP_SECONDS, seconds),
                        List.of(),
                        Set.of())
                .plan()
                .trials();
        return RunAnalyzer.analyze(VirtualRuns.of(base.resolve(String.valueOf(seed)), "standstill", trials));
    }

    private static List<Standstill> standstills(RunAnalysis run) {
        return run.trials().getFirst().measured().getFirst().standstills();
    }

    @Test
    void twoSecondsOfSixtyAreInTheHeadline() throws Exception {
        RunAnalysis run = run(
                1, "law: exponential, mean: 2 ms, noise-percent: 10, stall-at: 23.4 s, stall-for: 2 s", "500/s", 60);

        assertThat(Headline.of(run).sentence())
                .matches("99 % of messages were answered within 1,\\d+ ms at 5\\d\\d msg/s \\(n = [\\d,]+\\);"
                        + " the system stood still for 2\\.0 s from second 21\\.[345] of the phase on,"
                        + " and response p95 to p99.99 are that event; none was lost; VALID\\..*");
        assertThat(ClosingSummary.render(run, false).lines()).hasSizeLessThanOrEqualTo(36);
    }

    /** A stall of two seconds contains one whole silent second wherever it begins. */
    @Test
    void itsBeginAndLengthAreFoundWhereverItLies() throws Exception {
        Random random = new Random(67);
        for (int seed = 1; seed <= 10; seed++) {
            double at = WARM_UP_SECONDS + 3 + 10 * random.nextDouble();
            double length = 2 + 3 * random.nextDouble();
            List<Standstill> found = standstills(run(
                    seed,
                    "law: exponential, mean: 2 ms, stall-at: %d ms, stall-for: %d ms"
                            .formatted(Math.round(at * 1000), Math.round(length * 1000)),
                    "300/s",
                    20));

            assertThat(found).hasSize(1);
            assertThat(found.getFirst().fromSeconds()).isCloseTo(at - WARM_UP_SECONDS, within(0.2));
            assertThat(found.getFirst().seconds()).isCloseTo(length, within(0.2));
        }
    }

    /** A system that refuses every message answers, although it acknowledges none. */
    @Test
    void aSystemThatRefusesEverythingDoesNotStandStill() throws Exception {
        RunAnalysis run = run(1, "law: exponential, mean: 2 ms, fail-every: 1", "300/s", 20);

        assertThat(standstills(run)).isEmpty();
        assertThat(Headline.of(run).sentence())
                .startsWith("No message was acknowledged of ")
                .contains(" were reported as failed; INVALID");
    }
}
