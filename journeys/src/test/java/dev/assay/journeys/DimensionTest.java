package dev.assay.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.result.RunData;
import dev.assay.core.result.TrialData;
import dev.assay.journeys.Assay.Ended;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A list makes a dimension. */
@Tag("real")
class DimensionTest {
    @TempDir
    Path folder;

    @Test
    void trialsOfOneSystemShareItsClusterAndCarryTheirLabels() throws Exception {
        Assay assay = Assay.in(folder);
        assay.write("one.yaml", Scenarios.smallKafka("2 s"));

        Ended ended = assay.run(Duration.ofMinutes(3), "run", "one.yaml", "--set", "workload.partitions=1,6");

        Trials.assertMeasured(ended);
        assertThat(ended.out()).containsOnlyOnce("Starting Kafka");
        RunData run = RunDirectory.readRun(assay.runs().getFirst());
        run.trials().forEach(Trials::assertSound);
        assertThat(run.trials())
                .extracting(trial -> trial.trial().label())
                .containsExactly("kafka-partitions=1", "kafka-partitions=6");
        assertThat(run.trials()).extracting(DimensionTest::partitions).containsExactly("1", "6");
        assertThat(run.run().planned()).containsExactly("001-kafka-partitions=1", "002-kafka-partitions=6");
    }

    private static String partitions(TrialData trial) {
        return trial.trial().dimensions().getOrDefault("workload.partitions", "");
    }
}
