package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.StoredTrial;
import dev.assay.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that by default trials share a cluster and its workers within a block, and that neither lasts from one block to the next. */
class SharedClustersTest {
    @TempDir
    Path folder;

    @Test
    @Tag("server")
    @Tag("slow")
    void eachBlockHasNewClustersAndWorkers() throws Exception {
        AssayProgram assay = AssayProgram.in(folder).quickly();
        assay.write("shared.yaml", """
                name: shared
                systems:
                  nats: { nodes: 1 }
                durability: level-4
                workload:
                  message: { size: [100 B, 200 B] }
                  rate: 500/s
                timing: { warmup: 1 s, measure: 1 s, drain: 60 s }
                repeat: 2
                """);

        FinishedTrials.assertMeasured(assay.run(AssayProgram.PATIENCE, "run", "shared.yaml"));

        List<StoredTrial> trials = RunDirectory.readRun(assay.runs().getFirst()).trials();
        assertThat(trials).hasSize(4);
        for (int number = 0; number < 4; number += 2) {
            assertThat(trials.get(number).trial().setup().cluster().unused()).isTrue();
            assertThat(trials.get(number + 1).trial().setup().cluster().earlierTrials())
                    .hasSize(1);
            for (StoredTrial trial : trials.subList(number, number + 2)) {
                assertThat(trial.trial().setup().cluster().warmUp()).contains(new ClusterHistory.WarmUp(600, 1));
            }
            assertThat(workersStarted(assay, trials.get(number))).isTrue();
            assertThat(workersStarted(assay, trials.get(number + 1))).isFalse();
        }
    }

    /** Tells whether workers were started for a trial: their logs are with the first trial that used them. */
    private static boolean workersStarted(AssayProgram assay, StoredTrial trial) throws Exception {
        Path logs = assay.runs().getFirst().resolve("trials", trial.trial().folder(), "logs");
        return Files.exists(logs.resolve("worker-w1.log"));
    }
}
