package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.result.RunRecord;
import dev.assay.run.directory.RecordJson;
import dev.assay.run.directory.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks at what is there and not at how fast this machine is. */
@Tag("slow")
class CalibrateTest {
    private static final String SHORT_RUN = """
            name: short
            systems: { memory: { law: constant, mean: 1 ms } }
            durability: level-4
            workload: { rate: 500/s, message: { size: 100 B } }
            timing: { warmup: 1 s, measure: 2 s, drain: 5 s }
            """;

    @TempDir
    Path folder;

    @Test
    void aCalibrationIsKeptAndRunsAreHeldAgainstIt() throws Exception {
        AssayProgram assay = AssayProgram.in(folder).quickly();
        assay.write("short.yaml", SHORT_RUN);
        assertThat(assay.run(AssayProgram.PATIENCE, "calibrate", "--show").said())
                .contains("this machine has not been calibrated");

        Ended ended = assay.run(AssayProgram.PATIENCE, "calibrate", "--quick", "--json");

        assertThat(ended.code()).as(ended.said()).isZero();
        Calibration calibration = RecordJson.record(ended.out(), Calibration.class);
        assertThat(calibration.quick()).isTrue();
        assertThat(calibration.disks()).hasSize(1);
        assertThat(calibration.ceilings().size())
                .as("none where this machine was too busy for the lowest rate")
                .isIn(0, 2);
        assertThat(calibration.hiccups().n()).isPositive();
        assertThat(calibration.floor().orElseThrow().response().p50Nanos()).isPositive();
        assertThat(files(assay.cache().resolve("calibrations"))).hasSize(1);
        assertThat(assay.run(AssayProgram.PATIENCE, "calibrate", "--show").out())
                .contains("fdatasync of 4 KiB", "harness floor");
        Ended run = assay.run(AssayProgram.PATIENCE, "run", "short.yaml");
        assertThat(run.out())
                .as(run.said())
                .contains("What limited this run: ", "response p50 ", "is the harness floor of ");
        RunRecord record = RunDirectory.open(assay.runs().getFirst()).record();
        assertThat(record.calibration().calibration()).contains(calibration);
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
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

    /** On a real machine; RepeatabilityCommandTest has the command in virtual time. */
    @Test
    @Tag("alone")
    void howFarFreshClustersScatterIsKeptAndLaterRunsSayWhatTheyCanTell() throws Exception {
        AssayProgram assay = AssayProgram.in(folder).quickly();
        assay.write("a-a.yaml", A_A);

        Ended ended = assay.run(AssayProgram.PATIENCE.multipliedBy(3), "calibrate", "--repeatability", "a-a.yaml");

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.out()).contains("response p50 scatters by ", "between fresh clusters (n = 6 blocks)");
        assertThat(assay.runs()).hasSize(1);
        assertThat(assay.run(AssayProgram.PATIENCE, "calibrate", "--show").out())
                .isEqualTo(ended.out());
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
        Running running = assay.start("calibrate");
        Until.holds(
                "it measures",
                AssayProgram.PATIENCE,
                () -> Files.readString(running.errFile()).contains("disk under"));

        running.process().destroy();

        assertThat(running.await(AssayProgram.PATIENCE).code()).isEqualTo(143);
        assertThat(files(assay.cache().resolve("calibrations"))).isEmpty();
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
    }

    @Test
    void aFolderThatIsNoneIsRefused() throws Exception {
        Ended ended = AssayProgram.in(folder).quickly().run(AssayProgram.PATIENCE, "calibrate", "--data", "nowhere");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--data: nowhere is not a folder");
    }

    private static List<Path> files(Path of) throws IOException {
        try (Stream<Path> all = Files.list(of)) {
            return all.toList();
        }
    }
}
