package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.host.file.RecordJson;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.result.RunRecord;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that calibrations have all values, but not how fast this machine is. */
@Tag("slow")
class CalibrationTest {
    private static final String SHORT_RUN = """
            name: short
            systems: { memory: { law: constant, mean: 1 ms } }
            durability: level-4
            workload: { rate: 500/s, message: { size: 100 B } }
            timing: { warmup: 1 s, measure: 2 s, drain: 5 s }
            """;

    @TempDir
    Path folder;

    /** Has steps that any otherwise idle machine sustains: of two seconds, 40 ms may be lost. */
    private static final String HARNESS = """
            name: harness
            systems: { memory: { law: none } }
            durability: level-4
            workload: { message: { size: 100 B }, subscriptions: [1, 10] }
            phases:
              warmup: { for: 1 s, warmup: true, rate: 1000/s }
              floor: { for: 2 s, rate: 100/s, expect: either }
              step: { for: 2 s, rate: 200/s, expect: either }
            timing: { drain: 5 s }
            """;

    @Test
    @Tag("alone")
    void aCalibrationIsKeptAndRunsAreHeldAgainstIt() throws Exception {
        AssayProgram assay = AssayProgram.in(folder).quickly();
        assay.write("short.yaml", SHORT_RUN);
        assay.write("harness.yaml", HARNESS);
        assertThat(assay.run(AssayProgram.PATIENCE, "doctor").out()).contains("this machine has not been calibrated");
        Ended early = assay.run(AssayProgram.PATIENCE, "run", "harness.yaml", "--keep-as", "harness");
        assertThat(early.code()).isEqualTo(3);
        assertThat(early.err()).contains("this machine has not been calibrated");
        assertThat(assay.runs()).isEmpty();

        Ended ended = assay.run(AssayProgram.PATIENCE, "doctor", "--calibrate");

        assertThat(ended.out())
                .as(ended.said())
                .contains("fdatasync of 4 KiB", "hiccups", "'assay run harness-ceiling --keep-as harness' measures it");
        Calibration calibration = kept(assay);
        assertThat(calibration.disks()).hasSize(1);
        assertThat(calibration.hiccups().n()).isPositive();
        assertThat(calibration.ceilings()).isEmpty();
        Ended harness = assay.run(AssayProgram.PATIENCE, "run", "harness.yaml", "--keep-as", "harness");
        assertThat(harness.out()).as(harness.said()).contains("harness, 10 subscriptions", "harness floor");
        Calibration whole = kept(assay);
        assertThat(whole.ceilings()).hasSize(2);
        assertThat(whole.floor().orElseThrow().response().p50Nanos()).isPositive();
        assertThat(whole.loopback()).isEqualTo(calibration.loopback());
        Ended run = assay.run(AssayProgram.PATIENCE, "run", "short.yaml", "--verbose");
        assertThat(run.out())
                .as(run.said())
                .contains("What limited this run: ", "response p50 ", "is the harness floor of ");
        RunRecord record = RunDirectory.open(assay.runs().getLast()).record();
        assertThat(record.calibration().calibration()).contains(whole);
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
    }

    private static Calibration kept(AssayProgram assay) throws IOException {
        List<Path> files = files(assay.cache().resolve("calibrations"));
        assertThat(files).hasSize(1);
        return RecordJson.record(Files.readString(files.getFirst()), Calibration.class);
    }

    private static final String A_A = """
            name: a-a
            systems: { memory: { law: constant, mean: 20 ms } }
            durability: level-4
            workload: { rate: 500/s, message: { size: 100 B } }
            timing: { warmup: 1 s, measure: 2 s, drain: 5 s }
            variants:
              variant:
                one: { workload: { partitions: 1 } }
                same: { workload: { partitions: 1 } }
            repeat: 6
            """;

    /** Runs on a real machine; KeptRunTest checks the same in virtual time. */
    @Test
    @Tag("alone")
    void howFarFreshClustersScatterIsKeptAndLaterRunsSayWhatTheyCanTell() throws Exception {
        AssayProgram assay = AssayProgram.in(folder).quickly();
        assay.write("a-a.yaml", A_A);

        Ended ended = assay.run(AssayProgram.PATIENCE.multipliedBy(3), "run", "a-a.yaml", "--keep-as", "repeatability");

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.out()).contains("response p50 scatters by ", "between fresh clusters (n = 6 blocks)");
        assertThat(assay.runs()).hasSize(1);
        assertThat(assay.run(AssayProgram.PATIENCE, "doctor").out()).contains("response p50 scatters by ");
        Ended run = assay.run(AssayProgram.PATIENCE, "run", "a-a.yaml", "--set", "repeat=3");
        Path directory = assay.runs().getLast();
        assertThat(RunDirectory.open(directory).record().environment().get(Repeatability.FACT))
                .as(run.said())
                .startsWith("response.p50 ");
        assertThat(assay.run(AssayProgram.PATIENCE, "compare", directory.toString())
                        .out()
                        .replaceAll("\\s+", " "))
                .contains("On this machine, 3 blocks can tell ");
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
    }

    @Test
    void whoEndsItKeepsNothing() throws Exception {
        AssayProgram assay = AssayProgram.in(folder).quickly();
        Running running = assay.start("doctor", "--calibrate");
        Until.holds(
                "it measures",
                AssayProgram.PATIENCE,
                () -> Files.readString(running.errFile()).contains("disk under"));

        running.process().destroy();

        assertThat(running.await(AssayProgram.PATIENCE).code()).isEqualTo(143);
        assertThat(files(assay.cache().resolve("calibrations"))).isEmpty();
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
    }

    private static List<Path> files(Path of) throws IOException {
        try (Stream<Path> all = Files.list(of)) {
            return all.toList();
        }
    }
}
