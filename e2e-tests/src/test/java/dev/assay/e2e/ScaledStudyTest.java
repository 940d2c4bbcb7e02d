package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.host.file.RecordJson;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.study.StudyRecord.CellRecord;
import dev.assay.model.study.StudyRecord.PeakRecord;
import dev.assay.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a study is scaled to the system's capacity although it is killed during the search for that, and again while it measures. */
@Tag("alone")
@Tag("slow")
class ScaledStudyTest {
    private static final double CAPACITY = 2000;
    private static final String STUDY = """
            study: fitted
            title: a fraction of what the system bears
            scenario:
              repeat: 3
              systems: { memory: { law: constant, mean: 1 ms, capacity: 2000 } }
              durability: level-4
              workload: { rate: 40k/s }
              timing: { warmup: 1 min, measure: 10 min, drain: 1 min }
            scale:
              peaks: { memory: { cell: load/all, published: 100000 } }
              search: { from: 600/s, to: 16k/s, precision: 30 %, probe: 3 s, decide: 4 s, warmup: 1 s, curve: false }
              lengths: { warmup: 1 s, measure: 2 s, drain: 20 s }
            tests:
              load:
                says: two fifths of the peak, and a fifth
                cells:
                  all: { system: memory, published: { response.p50: 1 } }
                  half: { system: memory, workload: { rate: 20k/s } }
            claims:
              - id: same
                says: the load does not matter
                conditions: [ { same: { a: load/all, b: load/half, of: response.p50 }, within: 3 } ]
            """;

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @Test
    void loadsFollowThePeakThatIsFound() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("fitted.yaml", STUDY);
        Running searching = assay.start("run", "fitted.yaml", "--set", "study.scale=machine")
                .awaitText("\\[2/.* left", AssayProgram.PATIENCE);
        kill(assay, searching);
        Path peaks = assay.runs().getFirst();
        assertThat(peaks.getFileName().toString()).endsWith("-fitted-peaks");

        Running measuring =
                assay.start("run", "--resume", peaks.toString()).awaitText("\\[3/6 .* left", AssayProgram.PATIENCE);
        kill(assay, measuring);
        Path run = assay.runs().getLast();
        List<String> finished = RunDirectory.open(run).finished();
        assertThat(finished).hasSize(2);
        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "--resume", run.toString());

        assertThat(ended.code()).as(ended.said()).isIn(0, 5);
        assertThat(RunDirectory.open(run).finished()).hasSize(6).containsAll(finished);
        StudyRecord study = RecordJson.record(Files.readString(run.resolve("study.json")), StudyRecord.class);
        CapacityRecord search = RunDirectory.open(peaks).record().capacities().getFirst();
        double peak = search.lowerPerSecond().orElseThrow();
        assertThat(peak).isBetween(0.6 * CAPACITY, 1.01 * CAPACITY);
        assertThat(study.peaks()).extracting(PeakRecord::measured).containsExactly(peak);
        assertThat(RunDirectory.readRun(run).trials())
                .extracting(trial -> trial.trial().plan().offeredPerSecond())
                .containsOnly(Math.rint(0.4 * peak), Math.rint(0.2 * peak));
        assertThat(study.cells())
                .extracting(CellRecord::scaled)
                .allMatch(text -> text.contains(" msg/s (a factor of "));
        assertThat(Files.readString(run.resolve("report.html"))).contains("Scaled to this machine");
        assertThat(ended.out()).contains("peak memory (load/all): ", "100,000 published");
    }

    private static void kill(AssayProgram assay, Running running) throws Exception {
        Processes.signal(running.pid(), "KILL");
        assertThat(running.await(AssayProgram.PATIENCE).code()).isEqualTo(128 + 9);
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
    }
}
