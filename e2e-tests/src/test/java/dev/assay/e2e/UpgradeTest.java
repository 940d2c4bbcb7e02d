package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.timeline.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Restarts real brokers with a later version under load. */
@Tag("server")
@Tag("slow")
class UpgradeTest {
    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @Test
    void brokersAreUpgradedOneAfterTheOtherAndNothingIsLost() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        Path scenario = assay.write("upgrade.yaml", """
                name: upgrade
                systems: { kafka: { version: 3.9.1, client-version: 4.3.1, nodes: 3 } }
                durability: level-2
                workload: { partitions: 4, rate: 200/s, message: { size: 200 B } }
                phases:
                  before: { for: 5 s, expect: either }
                  during: { until: { done: up }, at-most: 5 min, expect: disturbed }
                  after: { for: 5 s, expect: either }
                events: { up: { phase: during, rolling-upgrade: 4.3.1 } }
                timing: { drain: 60 s }
                """);

        Ended ended = assay.run(Duration.ofMinutes(8), "run", scenario.toString());

        StoredTrial trial = FinishedTrials.only(assay);
        assertThat(trial.trial().course().events())
                .as(ended.said())
                .extracting(ExecutedEvent::title)
                .containsExactly(
                        "rolling upgrade to 4.3.1",
                        "upgrade broker-1",
                        "upgrade broker-2",
                        "upgrade broker-3",
                        "ends: up is done");
        assertThat(trial.trial().course().events().getFirst().detail())
                .isEqualTo("the metadata version stays that of 3.9.1");
        assertThat(trial.trial().course().phases())
                .extracting(Phase::name)
                .containsExactly("before", "during", "after");
        assertThat(trial.trial().delivery().subscriptions())
                .allSatisfy(subscription -> assertThat(subscription.lost()).isZero());
        Path run = assay.runs().getFirst();
        for (String broker : new String[] {"broker-1", "broker-2", "broker-3"}) {
            assertThat(Files.readString(run.resolve("trials/001-kafka/logs/" + broker + ".log")))
                    .contains("Kafka version: 3.9.1", "Kafka version: 4.3.1");
        }
        assertThat(Files.readString(run.resolve("summary.csv"))).contains(",before,", ",during,", ",after,");
        assertThat(Files.readString(run.resolve("report.html")))
                .contains("Before, during and after: rolling upgrade to 4.3.1");
        assay.awaitNothingRunning(Duration.ofMinutes(1));
    }
}
