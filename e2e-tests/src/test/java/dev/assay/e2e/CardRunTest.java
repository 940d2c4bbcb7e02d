package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.result.RunRecord;
import dev.assay.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes a card of a run, runs the card, and compares both, which one run does not decide. */
@Tag("slow")
@Tag("alone")
class CardRunTest {
    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @Test
    void aCardIsRunAgainAsItWasAndEachOfItsFiguresIsAnswered() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("again.yaml", "# whose this is\n" + Scenarios.memory("100 B", "2 s"));
        FinishedTrials.assertMeasured(assay.run(
                AssayProgram.PATIENCE,
                "run",
                "again.yaml",
                "--set",
                "repeat=3",
                "--set",
                "workload.partitions=4",
                "--workers",
                "2"));
        Path first = assay.runs().getFirst();
        assertThat(assay.run(AssayProgram.PATIENCE, "card", first.toString(), "--to", "card")
                        .code())
                .isZero();

        Ended asked = assay.run(AssayProgram.PATIENCE, "run", "card/end-to-end.card");
        assertThat(asked.code()).as(asked.toString()).isEqualTo(2);
        assertThat(asked.out()).as(asked.toString()).contains("To be fetched: nothing", "To be run here, by 2 workers");
        assertThat(assay.runs()).hasSize(1);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "card/end-to-end.card", "--yes");
        assertThat(ended.code()).as(ended.toString()).isEqualTo(8);
        assertThat(ended.out()).containsPattern("end-to-end: (the card has no figure|[0-9]+ undecided)");
        Path second = assay.runs().getLast();
        assertThat(second).isNotEqualTo(first);
        RunRecord then = RunDirectory.open(first).record();
        RunRecord now = RunDirectory.open(second).record();
        assertThat(now.overrides()).isEqualTo(then.overrides());
        assertThat(now.planned()).isEqualTo(then.planned());
        assertThat(now.scenarioText()).doesNotContain("whose").contains("memory");
        assertThat(now.conditions().orElseThrow().localWorkers()).isEqualTo(2);
        assertThat(Files.exists(second.resolve("report.html"))).isTrue();

        Ended judged = assay.run(AssayProgram.PATIENCE, "compare", "card/end-to-end.card", second.toString());
        assertThat(judged.code()).as(judged.toString()).isEqualTo(ended.code());
    }
}
