package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.run.directory.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was verified once is said of later results. */
@Tag("slow")
class EarlierVerificationTest {
    @TempDir
    Path folder;

    /** The verification is made up: what matters is that it is found, kept and shown. */
    @Test
    void aRunNamesTheEarlierRunThatProvedItsLevelEvenAfterThatOneIsGone() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        Path scenario = assay.write("memory.yaml", """
                name: memory
                systems: { memory: {} }
                durability: level-4
                workload: { rate: 500/s }
                timing: { warmup: 0 s, measure: 1 s, drain: 2 s }
                """);
        assay.run(AssayProgram.PATIENCE, "run", scenario.toString());
        Path earlier = assay.runs().getFirst();
        for (int number = 1; number <= 5; number++) {
            VerificationRecord fabricated = FabricatedVerification.of(trial(earlier), number);
            RunDirectory.open(earlier).verification(fabricated.folder()).write(fabricated);
        }
        Files.createDirectories(folder.resolve("runs/math/verifications"));

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", scenario.toString());

        String verified = "durability verified: kill-all: 0 of 500 acknowledged messages of 5 verifications were lost;"
                + " loss per fault below 45.1 % (95 %), by run "
                + earlier.getFileName() + " of 2026-11-20";
        FinishedTrials.assertMeasured(ended);
        assertThat(ended.out()).contains("warning: a sibling run is left out", "math is not a run directory");
        assertThat(ended.out().replaceAll("\\s+", " ")).contains(verified);
        Path own = assay.runs().get(1);
        Files.move(earlier, folder.resolve("elsewhere"));
        Ended again = assay.run(AssayProgram.PATIENCE, "report", own.toString());
        assertThat(again.out().replaceAll("\\s+", " ")).contains(verified);
    }

    private static TrialRecord trial(Path run) {
        RunDirectory directory = RunDirectory.open(run);
        return directory.readTrial(directory.finished().getFirst()).trial();
    }
}
