package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial;
import dev.assay.run.directory.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches on the in-memory system, which takes 4000 messages in a second and not one more. */
class CapacityTest {
    private static final String SCENARIO = """
            name: capacity
            systems:
              memory: { law: constant, mean: 1 ms, capacity: 4000 }
            durability: level-4
            workload:
              message: { size: 100 B }
              rate: 1000/s
            timing: { warmup: 1 s, measure: 2 s, drain: 60 s }
            """;

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    private CapacityRecord found() throws IOException {
        try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
            List<CapacityRecord> found =
                    RunDirectory.open(runs.findFirst().orElseThrow()).record().capacities();
            assertThat(found).hasSize(1);
            return found.getFirst();
        }
    }

    /** Whatever the machine does meanwhile: what was done stays, and what is asked for after that is what had been asked for. */
    @Test
    void aSearchThatWasKilledGoesOn() throws Exception {
        AssayProgram assay = AssayProgram.in(folder).quickly();
        assay.write("capacity.yaml", SCENARIO);
        Running running = assay.start(
                        "capacity",
                        "capacity.yaml",
                        "--from",
                        "100/s",
                        "--to",
                        "300/s",
                        "--precision",
                        "40 %",
                        "--probe",
                        "3 s",
                        "--decide",
                        "3 s",
                        "--no-curve")
                .awaitText("\\[2/.* left", AssayProgram.PATIENCE);
        Processes.signal(running.pid(), "KILL");
        assertThat(running.await(AssayProgram.PATIENCE).code()).isEqualTo(128 + 9);
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
        List<CapacityTrial> before = found().trials();
        assertThat(before).hasSize(1);

        String run = folder.relativize(onlyRun()).toString();
        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "--resume", run);

        assertThat(ended.code()).as(ended.said()).isIn(0, 8);
        CapacityRecord found = found();
        assertThat(found.trials().getFirst()).isEqualTo(before.getFirst());
        assertThat(found.state()).isNotEqualTo(State.UNDER_WAY);
        assertThat(onlyRun().resolve("interrupted/trials")).isDirectory();
    }

    private Path onlyRun() throws IOException {
        try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
            return runs.findFirst().orElseThrow();
        }
    }
}
