package dev.assay.run.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.run.trial.VirtualTrials;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Injects the self-test's faults into the in-memory system on an undisturbed machine, so that any failure is Assay's defect. */
class FaultsInVirtualTimeTest {
    @TempDir
    Path base;

    @ParameterizedTest
    @ValueSource(strings = {"law", "busy-consumer", "stall", "slow-consumer", "loss"})
    void eachFaultIsReportedAsItHasToBe(String name) throws Exception {
        InjectedFault fault = InjectedFaults.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        PlannedTrial trial = fault.plan().trials().getFirst();
        RunDirectory directory = RunDirectory.create(base, name, Instant.EPOCH);
        try (TrialWriter files = directory.begin(trial.folder())) {
            new VirtualTrials().run(trial, files);
        }

        CaseResult result = fault.judge(directory.readTrial(directory.finished().getFirst()), VerdictRules.PRESENT);
        assertThat(result.outcome()).as("%s", result).isEqualTo(CaseResult.Outcome.PASS);
    }
}
