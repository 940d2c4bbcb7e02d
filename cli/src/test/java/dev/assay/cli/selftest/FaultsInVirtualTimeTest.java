package dev.assay.cli.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.verdict.Rule;
import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.run.VirtualRuns;
import dev.assay.run.VirtualTrials;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.TrialWriter;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the self-test injects, on a machine that disturbs nothing: whatever fails here is Assay's doing. */
class FaultsInVirtualTimeTest {
    @TempDir
    Path base;

    @ParameterizedTest
    @ValueSource(strings = {"drift-up", "drift-down", "decay-20", "decay-40", "busy-consumer"})
    void whatChangesIsAnsweredAsItHasToBe(String name) throws Exception {
        InjectedFault fault = InjectedFaults.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        PlannedTrial trial = ScenarioFile.read("fault.yaml", fault.scenario(), List.of(), Set.of())
                .plan()
                .trials()
                .getFirst();
        RunDirectory directory = RunDirectory.create(base, name, Instant.EPOCH);
        try (TrialWriter files = directory.begin(trial.folder())) {
            new VirtualTrials().run(trial, files);
        }

        CaseResult result = fault.judge(directory.readTrial(directory.finished().getFirst()), VerdictRules.PRESENT);
        assertThat(result.outcome()).as("%s", result).isEqualTo(CaseResult.Outcome.PASS);
    }

    @Test
    void aCandidateThatFailsInHalfOfItsBlocksDoesNotPass() throws Exception {
        UnstableCandidate unstable = new UnstableCandidate();
        RunDirectory directory =
                VirtualRuns.of(base, unstable.scenario(), unstable.plan().trials());

        CaseResult result = unstable.judge(directory, VerdictRules.PRESENT);
        assertThat(result.outcome()).as("%s", result).isEqualTo(CaseResult.Outcome.PASS);
        assertThat(result.reported().getFirst())
                .isEqualTo("failed: mean = 1 ms failed in 3 of 6 blocks (INVALID (loss)), mean = 2 ms in none");
        assertThat(unstable.judge(directory, VerdictRules.PRESENT.without(Set.of(Rule.LOSS, Rule.RATE_MISSED)))
                        .outcome())
                .as("no trial is INVALID by those rules")
                .isEqualTo(CaseResult.Outcome.FAIL);
    }
}
