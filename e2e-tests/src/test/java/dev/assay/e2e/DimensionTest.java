package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.result.RunData;
import dev.assay.model.result.StoredTrial;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class DimensionTest {
    @TempDir
    Path folder;

    @Test
    void trialsCarryTheLabelsOfTheirDimensions() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("one.yaml", Scenarios.memory("100 B", "1 s"));

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "one.yaml", "--set", "workload.partitions=1,6");

        FinishedTrials.assertMeasured(ended);
        RunData run = RunDirectory.readRun(assay.runs().getFirst());
        run.trials().forEach(FinishedTrials::assertSound);
        assertThat(run.trials())
                .extracting(trial -> trial.trial().identity().label())
                .containsExactly("memory-partitions=1", "memory-partitions=6");
        assertThat(run.trials()).extracting(DimensionTest::partitions).containsExactly("1", "6");
        assertThat(run.run().planned()).containsExactly("001-memory-partitions=1", "002-memory-partitions=6");
    }

    private static String partitions(StoredTrial trial) {
        return trial.trial().identity().dimensions().getOrDefault("workload.partitions", "");
    }
}
