package dev.assay.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.result.TrialData;
import dev.assay.journeys.Assay.Ended;
import dev.assay.journeys.Assay.Running;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two runs that start clusters of the same system on one machine, with one cache. */
@Tag("real")
class TwoRunsAtOnceTest {
    private static final Duration MOST = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    @Test
    void twoKafkasAreMeasuredNextToEachOtherAndNeitherSweepsTheOther() throws Exception {
        Assay assay = Assay.in(folder);
        assay.write("small.yaml", Scenarios.smallKafka("8 s"));
        Running one = assay.start("run", "small.yaml", "--out", "runs/a");
        Running other = assay.start("run", "small.yaml", "--out", "runs/b");
        one.awaitText(" left", MOST);
        other.awaitText(" left", MOST);
        assertThat(one.process().isAlive() && other.process().isAlive())
                .as("both are under load at one time")
                .isTrue();

        Ended first = one.await(MOST);
        Ended second = other.await(MOST);

        for (Ended ended : new Ended[] {first, second}) {
            Trials.assertMeasured(ended);
            assertThat(ended.said()).doesNotContain("left by an earlier Assay", "Another program took a port");
        }
        assertComplete(assay.runsIn("a"));
        assertComplete(assay.runsIn("b"));
        assay.awaitNothingRunning(Duration.ofSeconds(5));
        assertThat(assay.clusterData()).isEmpty();
    }

    /** Every message of its own, and none of the other's; a busy machine may cost the verdict. */
    private static void assertComplete(Path run) throws Exception {
        TrialData trial = RunDirectory.readRun(run).trials().getFirst();
        assertThat(trial.trial().delivery().subscriptions()).allSatisfy(subscription -> {
            assertThat(subscription.received()).isEqualTo(9000);
            assertThat(subscription.lost()).isZero();
            assertThat(subscription.unexpected()).isZero();
        });
    }
}
