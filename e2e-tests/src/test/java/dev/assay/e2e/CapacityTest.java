package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.model.result.CapacityTrial;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches the capacity of the in-memory system, which accepts exactly 4000 messages a second. */
@Tag("slow")
class CapacityTest {
    private static final String SCENARIO = """
            name: capacity
            systems:
              memory: { law: constant, mean: 1 ms, capacity: 4000 }
            durability: level-4
            workload:
              message: { size: 100 B }
              rate: { search: { from: 100/s, to: 300/s, precision: 40 %, probe: 3 s, decide: 3 s, warmup: 1 s, curve: false } }
            timing: { drain: 60 s }
            """;

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    private List<CapacityRecord> found() throws IOException {
        return RunDirectory.open(onlyRun()).record().capacities();
    }

    /**
     * Whatever the machine does meanwhile, finished trials are kept and the search asks for the same next ones, including another search on
     * its own cluster.
     */
    @Test
    void aSearchThatWasKilledGoesOn() throws Exception {
        AssayProgram assay = AssayProgram.in(folder).quickly();
        assay.write("capacity.yaml", SCENARIO);
        Running running = assay.start("capacity", "capacity.yaml", "--set", "repeat=2")
                .awaitText("\\[2/.* left", AssayProgram.PATIENCE);
        Processes.signal(running.pid(), "KILL");
        assertThat(running.await(AssayProgram.PATIENCE).code()).isEqualTo(128 + 9);
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
        List<CapacityTrial> before = found().getFirst().trials();
        assertThat(before).hasSize(1);

        String run = folder.relativize(onlyRun()).toString();
        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "--resume", run);

        assertThat(ended.code()).as(ended.said()).isIn(0, 8);
        List<CapacityRecord> found = found();
        assertThat(found).extracting(CapacityRecord::repetition).containsExactly(1, 2);
        assertThat(found.getFirst().trials().getFirst()).isEqualTo(before.getFirst());
        assertThat(found).extracting(CapacityRecord::state).doesNotContain(State.UNDER_WAY);
        assertThat(found)
                .filteredOn(search -> search.state() == State.ABOVE_RANGE)
                .allSatisfy(search -> assertThat(search.confirmations()).isEqualTo(5));
        assertThat(ended.said()).contains("memory (search 2): ", "memory: no interval of the capacity by 2 searches");
        assertThat(onlyRun().resolve("interrupted/trials")).isDirectory();
    }

    private Path onlyRun() throws IOException {
        try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
            return runs.filter(run -> !Files.isSymbolicLink(run)).findFirst().orElseThrow();
        }
    }
}
