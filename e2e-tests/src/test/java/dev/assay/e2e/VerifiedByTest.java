package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a run cites the verifications of another run that it names. */
@Tag("slow")
class VerifiedByTest {
    @TempDir
    Path folder;

    /** The verification is made up, since only its keeping and display are tested. */
    @Test
    void aRunCitesTheRunThatVerifiedItsLevelEvenAfterThatOneIsGone() throws Exception {
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

        Ended ended = assay.run(
                AssayProgram.PATIENCE, "run", scenario.toString(), "--verbose", "--verified-by", earlier.toString());

        String verified = "durability verified: kill-all: 0 of 500 acknowledged messages of 5 verifications were lost;"
                + " loss per fault below 45.1 % (95 %), by run "
                + earlier.getFileName() + " of 2026-11-20";
        FinishedTrials.assertMeasured(ended);
        assertThat(ended.out().replaceAll("\\s+", " ")).contains(verified);
        Path own = assay.runs().get(1);
        Files.move(earlier, folder.resolve("elsewhere"));
        Ended again = assay.run(AssayProgram.PATIENCE, "report", "--verbose", own.toString());
        assertThat(again.out().replaceAll("\\s+", " ")).contains(verified);
    }

    @Test
    void aFolderWithoutARunIsRefusedBeforeAnythingBegins() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        Path scenario = assay.write("memory.yaml", "name: memory\nsystems: { memory: {} }\n");
        RunDirectory other = RunDirectory.create(folder.resolve("elsewhere"), "other", Instant.EPOCH);

        Ended ended = assay.run(
                AssayProgram.PATIENCE,
                "run",
                scenario.toString(),
                "--verified-by",
                other.path().toString());

        assertThat(ended.code()).as(ended.said()).isEqualTo(2);
        assertThat(ended.err()).contains("--verified-by: ", "run.json");
        assertThat(assay.runs()).isEmpty();
    }

    private static TrialRecord trial(Path run) {
        RunDirectory directory = RunDirectory.open(run);
        return directory.readTrial(directory.finished().getFirst()).trial();
    }
}
