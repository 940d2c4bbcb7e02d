package dev.assay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.AssayCache;
import dev.assay.host.MachineFacts;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.result.RunRecord;
import dev.assay.run.VirtualTrials;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.TrialWriter;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The whole command, on trials of the in-memory system in virtual time. */
@Tag("slow")
class RepeatabilityCommandTest {
    private static final String A_A = """
            name: a-a
            systems: { memory: { law: constant, mean: %s } }
            durability: level-4
            workload: { rate: 200/s, message: { size: 100 B } }
            timing: { warmup: 1 s, measure: 3 s, drain: 5 s }
            variants:
              variant:
                one: { workload: { partitions: 1 } }
                same: { workload: { partitions: %d } }
            repeat: %d
            """;

    @TempDir
    Path folder;

    private AssayCache cache = new AssayCache(Path.of("."));

    @BeforeEach
    void cache() throws Exception {
        cache = new AssayCache(Files.createDirectories(folder.resolve("cache")));
    }

    private record Ended(int code, String out, String err) {}

    private Ended calibrate(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = new CommandLine(new CalibrateCommand(cache))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setExecutionExceptionHandler((e, line, _) -> {
                    line.getErr().println(e.getMessage());
                    return e instanceof dev.assay.run.exit.CommandFailure failure
                            ? failure.exitCode().code()
                            : 1;
                })
                .execute(arguments);
        return new Ended(code, out.toString(), err.toString());
    }

    /** From the second block on, one of two trials is 10 % slower or faster: whatever a cluster does by itself. */
    private Path run(int partitions, int blocks, Map<String, String> environment) throws Exception {
        Plan plan = plan("20 ms", partitions, blocks);
        Plan slower = plan("22 ms", partitions, blocks);
        RunDirectory directory = RunDirectory.create(folder.resolve("runs"), "a-a", Instant.EPOCH);
        for (int i = 0; i < plan.trials().size(); i++) {
            PlannedTrial trial = plan.trials().get(i);
            boolean other =
                    trial.repetition() > 1 && trial.label().endsWith(trial.repetition() % 2 == 0 ? "=one" : "=same");
            try (TrialWriter files = directory.begin(trial.folder())) {
                new VirtualTrials().run(other ? slower.trials().get(i) : trial, files);
            }
        }
        directory.write(new RunRecord(
                directory.id(),
                "a-a",
                A_A.formatted("20 ms", partitions, blocks),
                List.of(),
                List.of(),
                Instant.EPOCH.toString(),
                "0.1.0",
                environment,
                Map.of(),
                List.of(),
                plan.trials().stream().map(PlannedTrial::folder).toList(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                CalibrationStatus.NOT_RECORDED));
        return directory.path();
    }

    private static Plan plan(String mean, int partitions, int blocks) throws Exception {
        return ScenarioFile.read("a-a.yaml", A_A.formatted(mean, partitions, blocks), List.of(), Set.of())
                .plan();
    }

    private Map<String, String> here() {
        return MachineFacts.read(cache.root());
    }

    private List<Path> kept() throws Exception {
        try (Stream<Path> files = Files.list(cache.calibrations())) {
            return files.toList();
        }
    }

    /** By hand: 6 of 7 log ratios are ln 1.1, so that s is ln 1.1 × sqrt(6 / 7 / 2), which is 6.2 %. */
    @Test
    void a_finished_a_a_run_is_kept_and_shown() throws Exception {
        Ended ended = calibrate("--repeatability", run(1, 7, here()).toString());

        assertThat(ended.code()).as(ended.toString()).isZero();
        assertThat(ended.out())
                .contains(
                        "response p50 scatters by 6.2 % between fresh clusters (n = 7 blocks): 5, 7, 15 blocks can tell ");
        assertThat(ended.err()).contains("saved in ");
        assertThat(kept())
                .hasSize(1)
                .allSatisfy(file -> assertThat(file.toString()).endsWith(".repeatability.json"));
        Ended shown = calibrate("--show");
        assertThat(shown.code()).isZero();
        assertThat(shown.out()).isEqualTo(ended.out());
        assertThat(shown.err()).contains("this machine has not been calibrated");
        assertThat(calibrate("--show", "--json").out()).contains("\"statistic\":\"response.p50\"");
    }

    @Test
    void what_is_no_a_a_run_of_this_machine_is_refused_and_nothing_kept() throws Exception {
        Map<String, String> elsewhere = new HashMap<>(here());
        elsewhere.put("kernel", "another");
        assertRefused(run(1, 6, elsewhere), 2, "was measured on another machine than this (kernel: 'another' there");
        assertRefused(run(2, 6, here()), 2, "its sides differ in workload.partitions");
        assertRefused(run(1, 3, here()), 8, "has too few blocks: of 3, 3 at response.p50");
        assertRefused(folder, 2, "");
        assertRefused(folder.resolve("nowhere.yaml"), 2, "can't read the scenario");
    }

    private void assertRefused(Path run, int code, String why) throws Exception {
        Ended ended = calibrate("--repeatability", run.toString());
        assertThat(ended.code()).as(ended.toString()).isEqualTo(code);
        assertThat(ended.err()).contains(why);
        assertThat(kept()).isEmpty();
    }
}
