package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.result.RunRecord;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the directory of a user's own run suffices to run it again, and that nobody else's does. */
@Tag("slow")
class RunAgainTest {
    private static final String STUDY = """
            study: small
            title: a small one
            scenario:
              repeat: 3
              systems: { memory: { law: constant, mean: 1 ms } }
              durability: level-4
              workload: { rate: 200/s }
              timing: { warmup: 0 s, measure: 1 s, drain: 60 s }
            tests:
              one: { says: one, cells: { a: { system: memory }, b: { system: memory, workload: { partitions: 2 } } } }
            """;

    @TempDir
    Path folder;

    private AssayProgram assay;

    @BeforeEach
    void prepare() throws IOException {
        assay = AssayProgram.in(folder).quickly();
    }

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    /** The run is repeated although its file is gone. */
    @Test
    void aRunIsMadeAgainAsItWasButNotAfterItWasEdited() throws Exception {
        assay.write("small.yaml", Scenarios.memory("[100 B, 200 B]", "1 s"));
        FinishedTrials.assertMeasured(run(
                "small.yaml",
                "--set",
                "workload.partitions=4",
                "--systems",
                "memory",
                "--workers",
                "2",
                "--tolerate",
                "1"));
        Path first = assay.runs().getFirst();
        Files.delete(assay.folder().resolve("small.yaml"));

        FinishedTrials.assertMeasured(run(relative(first)));
        assertSame(first, assay.runs().getLast());

        Ended changed = run(relative(first), "--set", "workload.partitions=1");
        assertThat(changed.code()).isEqualTo(2);
        assertThat(changed.err())
                .isEqualToIgnoringNewLines(
                        "assay: --set: a run is run again as it was; leave it out, or run its scenario");

        Path record = first.resolve("run.json");
        Files.writeString(record, Files.readString(record).replace("law: constant", "law: exponential"));
        Ended edited = run(relative(first));
        assertThat(edited.code()).isEqualTo(2);
        assertThat(edited.err())
                .startsWith("assay: " + relative(first)
                        + ": this user's cache has no record of this run, or it was changed since")
                .contains("make a card of it ('assay card " + relative(first) + "')")
                .hasLineCount(1);
        assertThat(edited.out()).isEmpty();
        assertThat(assay.runs()).hasSize(2);
    }

    @Test
    void aRunOfAStudyIsMadeAgainAsItWas() throws Exception {
        assay.write("study.yaml", STUDY);
        FinishedTrials.assertMeasured(run("study.yaml", "--set", "repeat=1", "--set", "study.only=one"));
        Path first = assay.runs().getFirst();

        FinishedTrials.assertMeasured(run(relative(first)));
        assertSame(first, assay.runs().getLast());

        Ended limited = run(relative(first), "--budget", "10m");
        assertThat(limited.code()).isEqualTo(2);
        assertThat(limited.err()).startsWith("assay: --budget: the run of a study has the time that it was given");
        assertThat(assay.runs()).hasSize(2);
    }

    private Ended run(String... words) throws Exception {
        String[] command = new String[words.length + 1];
        command[0] = "run";
        System.arraycopy(words, 0, command, 1, words.length);
        return assay.run(AssayProgram.PATIENCE, command);
    }

    private static String relative(Path run) {
        return "runs/" + run.getFileName();
    }

    private static void assertSame(Path first, Path second) {
        assertThat(second).isNotEqualTo(first);
        RunRecord then = RunDirectory.open(first).record();
        RunRecord now = RunDirectory.open(second).record();
        assertThat(now.scenarioText()).isEqualTo(then.scenarioText());
        assertThat(now.overrides()).isEqualTo(then.overrides()).isNotEmpty();
        assertThat(now.planned()).isEqualTo(then.planned()).isNotEmpty();
        assertThat(now.conditions()).isEqualTo(then.conditions()).isPresent();
        assertThat(RunDirectory.open(second).unfinished()).isEmpty();
    }
}
