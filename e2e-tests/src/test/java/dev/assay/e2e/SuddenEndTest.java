package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ends Assay in the middle of the second trial: the first one stays, and nothing is left running. */
class SuddenEndTest {
    private static final Duration START = AssayProgram.PATIENCE;
    private static final Duration END = AssayProgram.PATIENCE;
    /** The second trial lasts until the test ends it, however long that takes. */
    private static final String SHORT_THEN_LONG = "[3 s, 5 min]";

    private static final String SECOND_TRIAL_UNDER_LOAD = "\\[2/\\d .* left";

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @Test
    @Tag("server")
    @Tag("slow")
    void afterKillingAssayTheRestEndsByItselfAndTheNextRunTidiesUp() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("two.yaml", Scenarios.quickest(SHORT_THEN_LONG));
        Running running = assay.start("run", "two.yaml").awaitText(SECOND_TRIAL_UNDER_LOAD, START);

        Processes.signal(running.pid(), "KILL");

        assertThat(running.await(END).code()).isEqualTo(128 + 9);
        assay.awaitNothingRunning(END);
        assertThat(RunDirectory.open(assay.runs().getFirst()).finished()).hasSize(1);
        Reports.assertTells(assay, "(cut short)");
        assertThat(assay.clusterData()).as("deleted by the next run").isNotEmpty();
        assay.write("memory.yaml", Scenarios.memory("100 B", "1 s"));
        Ended next = assay.run(END, "run", "memory.yaml");
        FinishedTrials.assertMeasured(next);
        assertThat(next.out()).contains("Deleted ", "left by an earlier Assay (process " + running.pid() + ")");
        assertThat(assay.clusterData()).isEmpty();
    }

    @Test
    @Tag("server")
    @Tag("slow")
    void ctrlCEndsTheRunAndKeepsWhatIsFinished() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("two.yaml", Scenarios.quickest(SHORT_THEN_LONG));
        Running running = assay.start("run", "two.yaml").awaitText(SECOND_TRIAL_UNDER_LOAD, START);

        Processes.signal(running.pid(), "INT");

        Ended ended = running.await(END);
        assertThat(ended.code()).as(ended.said()).isEqualTo(130);
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out())
                .containsOnlyOnce("failed: it was interrupted by Ctrl-C")
                .contains("report.html", "run directory: ");
        assay.awaitNothingRunning(END);
        assertThat(assay.clusterData()).isEmpty();
        Reports.assertTells(assay, "it was interrupted by Ctrl-C");
    }

    @Test
    @Tag("server")
    @Tag("slow")
    void ctrlCWhileTheClusterStartsEndsItAtOnce() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("one.yaml", Scenarios.kafka("1", "5 min"));
        Running running = assay.start("run", "one.yaml").awaitText("Starting Kafka", START);

        Processes.signal(running.pid(), "INT");

        Ended ended = running.await(END);
        assertThat(ended.code()).as(ended.said()).isEqualTo(130);
        assertThat(ended.said())
                .containsOnlyOnce("Ctrl-C")
                .contains("nothing finished")
                .doesNotContain("defect");
        assay.awaitNothingRunning(END);
        assertThat(assay.clusterData()).isEmpty();
    }
}
