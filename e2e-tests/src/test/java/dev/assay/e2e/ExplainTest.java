package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A limit that is known is found by experiment, and one that is none is cleared. */
@Tag("slow")
class ExplainTest {
    /** Five messages on their way for 20 ms each are 250 in a second, of 400 that are offered. */
    private static final String LIMITED_IN_FLIGHT = """
            name: limited
            systems:
              memory: { law: constant, mean: 20 ms }
            durability: level-4
            workload:
              message: { size: 100 B }
              rate: 400/s
              in-flight: 5
            timing: { warmup: 1 s, measure: 3 s, drain: 60 s }
            """;

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    /** The effect is 1.6, so that it is found and cleared at 1.3 on a busy machine too. */
    @Test
    @Tag("alone")
    void aLimitOfMessagesInFlightIsTheCauseAndPartitionsAreNot() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("limited.yaml", LIMITED_IN_FLIGHT);
        assertThat(assay.run(AssayProgram.PATIENCE, "run", "limited.yaml").code())
                .as("the rate is missed")
                .isEqualTo(5);
        String run = assay.runs().getFirst().toString();

        Ended list = assay.run(AssayProgram.PATIENCE, "explain", run, "--list");
        assertThat(list.code()).as(list.toString()).isZero();
        assertThat(list.out())
                .contains("in-flight (the in-flight limit): suspected, client buffers: ")
                .contains("tested with 20 messages in flight per producer instead of 5")
                .contains("sync (waiting for syncs): can't be changed");

        Ended explained = assay.run(
                AssayProgram.PATIENCE.multipliedBy(3),
                "explain",
                run,
                "--hypothesis",
                "in-flight,partitions",
                "--blocks",
                "4",
                "--threshold",
                "30");
        assertThat(explained.code()).as(explained.toString()).isZero();
        assertSaid(explained);

        Ended again = assay.run(
                AssayProgram.PATIENCE, "explain", assay.runs().getLast().toString(), "--threshold", "30");
        assertThat(again.code()).isZero();
        assertSaid(again);
    }

    private static void assertSaid(Ended ended) {
        String out = ended.out().replaceAll("\\s+", " ");
        assertThat(out)
                .contains(
                        "in-flight (the in-flight limit): caused. With workload.in-flight at 20 instead of 5, achieved was")
                .contains("partitions (too few partitions): not caused.");
    }

    @Test
    void whatCannotBeExplainedIsSaid() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("two.yaml", Scenarios.memory("100 B", "1 s"));
        FinishedTrials.assertMeasured(
                assay.run(AssayProgram.PATIENCE, "run", "two.yaml", "--set", "workload.partitions=1,6"));
        String run = assay.runs().getFirst().toString();

        assertRefused(assay.run(AssayProgram.PATIENCE, "explain", run), "measured 2 different things");
        assertRefused(
                assay.run(AssayProgram.PATIENCE, "explain", run, "--trial", "9"),
                "has no finished trial '9'; it has 001-memory-partitions=1, 002-memory-partitions=6");
        assertRefused(
                assay.run(AssayProgram.PATIENCE, "explain", run, "--trial", "1", "--hypothesis", "disk"),
                "--hypothesis: expected one or more of sync, replication, linger");
        assertRefused(
                assay.run(AssayProgram.PATIENCE, "explain", run, "--trial", "1", "--hypothesis", "sync"),
                "sync can't be changed in this trial");
        assertRefused(
                assay.run(AssayProgram.PATIENCE, "explain", run, "--trial", "1", "--blocks", "2"),
                "--blocks: expected a number from 3 to 100");
        assertRefused(assay.run(AssayProgram.PATIENCE, "explain", folder.toString()), "");
        assertThat(assay.runs()).as("nothing was begun").isEqualTo(List.of(Path.of(run)));
    }

    private static void assertRefused(Ended ended, String why) {
        assertThat(ended.code()).as(ended.toString()).isEqualTo(2);
        assertThat(ended.err()).contains(why);
    }
}
