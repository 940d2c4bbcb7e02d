package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.result.TrialRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A system is one folder: with it added, every command knows it, and nothing else was touched. */
@Tag("slow")
class FifthSystemTest {
    @TempDir
    Path folder;

    @Test
    void aSystemThatNobodyKnewIsPlannedMeasuredAndReported() throws Exception {
        AssayProgram assay = AssayProgram.in(folder).installed(FifthSystem.addedTo(AssayProgram.DIST, folder));
        assay.write(
                "echo.yaml",
                Scenarios.memory("100 B", "1 s")
                        .replace("memory: { law: constant, mean: 1 ms }", "echo: { delay: 2 ms }"));

        Ended plan = assay.run(AssayProgram.PATIENCE, "plan", "echo.yaml");
        assertThat(plan.code()).as(plan.said()).isZero();
        assertThat(plan.out()).contains("echo 5", "needs: a mountain");

        Ended run = assay.run(AssayProgram.PATIENCE, "run", "echo.yaml");
        FinishedTrials.assertMeasured(run);
        FinishedTrials.assertSound(FinishedTrials.only(assay));
        TrialRecord trial = FinishedTrials.only(assay).trial();
        assertThat(trial.system().system()).isEqualTo("echo");
        assertThat(trial.system().client()).isEqualTo("echo-client 5");
        assertThat(FinishedTrials.responses(FinishedTrials.only(assay)).getMinValue())
                .as("less than 2 ms by the resolution of the histogram at most")
                .isGreaterThanOrEqualTo(1_998_000);
        assertThat(assay.runs().getFirst().resolve("report.html")).content().contains("echo");
    }

    @Test
    void itsKeysAreChecked() throws Exception {
        AssayProgram assay = AssayProgram.in(folder).installed(FifthSystem.addedTo(AssayProgram.DIST, folder));
        assay.write("wrong.yaml", "name: x\nsystems:\n  echo: { dely: 1 ms }\n");

        Ended plan = assay.run(AssayProgram.PATIENCE, "plan", "wrong.yaml");
        assertThat(plan.code()).isEqualTo(2);
        assertThat(plan.err()).contains("wrong.yaml:3:11: systems.echo has no key 'dely'", "did you mean 'delay'?");
        assertThat(Files.isDirectory(folder.resolve("runs"))).isFalse();
    }
}
