package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.result.StoredTrial;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs two scenarios at once that start clusters of the same system on one machine, with one cache. */
@Tag("server")
@Tag("slow")
class TwoRunsAtOnceTest {
    private static final Duration MAX = AssayProgram.PATIENCE;

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    /** The first run is under load for longer than the whole second one takes. */
    @Test
    void aKafkaIsStartedAndMeasuredNextToAnotherAndNeitherIsSweptAway() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("long.yaml", Scenarios.smallKafka("10 min"));
        assay.write("small.yaml", Scenarios.smallKafka("3 s"));
        Running other = assay.start("run", "long.yaml", "--out", "runs/a").awaitText(" left", MAX);

        Ended ended = assay.run(MAX, "run", "small.yaml", "--out", "runs/b");

        FinishedTrials.assertMeasured(ended);
        assertThat(ended.said()).doesNotContain("left by an earlier Assay", "Another program took a port");
        assertComplete(assay.runsIn("b"));
        assertThat(other.process().isAlive())
                .as("still under load: " + other.out())
                .isTrue();
        assertThat(assay.clusterData())
                .as("that of the other alone")
                .filteredOn(data -> data.getFileName().toString().startsWith("kafka-"))
                .hasSize(1);
        assertEndsInOrder(other);
        assay.awaitNothingRunning(MAX);
        assertThat(assay.clusterData()).isEmpty();
    }

    /** Asserts that only the signal has ended the run. */
    private static void assertEndsInOrder(Running run) throws Exception {
        Processes.signal(run.pid(), "INT");
        Ended ended = run.await(MAX);
        assertThat(ended.code()).as(ended.said()).isEqualTo(130);
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out()).containsOnlyOnce("failed: ").contains("failed: it was interrupted by Ctrl-C");
    }

    /** Asserts that every message of the run arrived, and none of the other's; a busy machine may affect the verdict. */
    private static void assertComplete(Path run) throws Exception {
        StoredTrial trial = RunDirectory.readRun(run).trials().getFirst();
        assertThat(trial.trial().delivery().subscriptions()).allSatisfy(subscription -> {
            assertThat(subscription.received()).isEqualTo(4000);
            assertThat(subscription.lost()).isZero();
            assertThat(subscription.unexpected()).isZero();
        });
    }
}
