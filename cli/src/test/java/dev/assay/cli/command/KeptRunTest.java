package dev.assay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.host.MachineFacts;
import dev.assay.host.ThisMachine;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.calibration.LoopbackCalibration;
import dev.assay.model.calibration.TransferRate;
import dev.assay.run.launch.MachineCalibration;
import dev.assay.run.trial.VirtualRuns;
import dev.assay.run.trial.VirtualTrials;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.testing.FakeMachine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
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

/** Checks {@code assay report --keep-as} on runs of the in-memory system in virtual time. */
@Tag("slow")
class KeptRunTest {
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

    @Test
    void trialsThatShareAClusterAreRefusedBeforeTheyRun() throws Exception {
        String kafka = A_A.formatted("10 ms", 1, 7).replaceFirst("systems: .*", "systems: { kafka: }");
        KeepChoice choice = CommandLine.populateCommand(new KeepChoice(cache), "--keep-as", "REPEATABILITY");

        assertThatThrownBy(() -> choice.check(plan(kafka)))
                .hasMessageContaining("say nothing of fresh ones; add --set clusters=per-trial");
        choice.check(plan(kafka, "clusters=per-trial"));
    }

    private static Plan plan(String text, String... overrides) throws Exception {
        return ScenarioFile.read("a-a.yaml", text, List.of(overrides), Set.of()).plan();
    }

    private record Ended(int code, String out, String err) {}

    private Ended keep(Path run, String as) {
        return execute(run.toString(), "--keep-as", as);
    }

    private Ended execute(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = new CommandLine(new ReportCommand(new KeepChoice(cache)))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setExecutionExceptionHandler((e, line, _) -> {
                    line.getErr().println(e.getMessage());
                    return e instanceof dev.assay.model.exit.CommandFailure failure
                            ? failure.exitCode().code()
                            : 1;
                })
                .execute(arguments);
        return new Ended(code, out.toString(), err.toString());
    }

    /** Runs blocks in which, from the second one on, one of two trials is 10 % slower or faster, as clusters may be by themselves. */
    private Path run(int partitions, int blocks, Map<String, String> environment) throws Exception {
        Plan plan = plan("20 ms", partitions, blocks);
        Plan slower = plan("22 ms", partitions, blocks);
        List<PlannedTrial> trials = new ArrayList<>();
        for (int i = 0; i < plan.trials().size(); i++) {
            PlannedTrial trial = plan.trials().get(i);
            boolean other =
                    trial.repetition() > 1 && trial.label().endsWith(trial.repetition() % 2 == 0 ? "=one" : "=same");
            trials.add(other ? slower.trials().get(i) : trial);
        }
        return measured(A_A.formatted("20 ms", partitions, blocks), trials, environment);
    }

    private Path measured(String scenario, List<PlannedTrial> trials, Map<String, String> environment)
            throws Exception {
        return VirtualRuns.of(
                        folder.resolve("runs"),
                        scenario,
                        trials,
                        environment,
                        () -> new VirtualTrials(List::of, new FakeMachine("here", new ThisMachine().bootId())))
                .path();
    }

    /** Returns a system that serves a number of messages a second without delay. */
    private Path harness(String system) throws Exception {
        String scenario = """
                name: harness
                systems: { memory: { %s } }
                durability: level-4
                workload: { message: { size: 100 B }, subscriptions: [1, 2] }
                phases:
                  warmup: { for: 1 s, warmup: true, rate: 100/s }
                  floor: { for: 2 s, rate: 100/s, expect: either }
                  one: { for: 2 s, rate: 500/s, expect: either }
                  two: { for: 2 s, rate: 800/s, expect: either }
                  three: { for: 2 s, rate: 2000/s, expect: either }
                timing: { drain: 10 s }
                """.formatted(system);
        return measured(
                scenario,
                ScenarioFile.read("harness.yaml", scenario, List.of(), Set.of())
                        .plan()
                        .trials(),
                here());
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

    private MachineCalibration machine() {
        return MachineCalibration.of(cache, here());
    }

    /** Calculated by hand: 6 of 7 log ratios are ln 1.1, so that s is ln 1.1 × sqrt(6 / 7 / 2), which is 6.2 %. */
    @Test
    void a_finished_a_a_run_is_kept_and_found() throws Exception {
        Ended ended = keep(run(1, 7, here()), "repeatability");

        assertThat(ended.code()).as(ended.toString()).isZero();
        assertThat(ended.out())
                .contains(
                        "response p50 scatters by 6.2 % between fresh clusters (n = 7 blocks): 5, 7, 15 blocks can tell ",
                        "kept for this machine in ");
        assertThat(kept())
                .hasSize(1)
                .allSatisfy(file -> assertThat(file.toString()).endsWith(".repeatability.json"));
        assertThat(machine().repeatability().orElseThrow().scatters()).isNotEmpty();
    }

    @Test
    void what_is_no_a_a_run_of_this_machine_is_refused_and_nothing_kept() throws Exception {
        Map<String, String> elsewhere = new HashMap<>(here());
        elsewhere.put("kernel", "another");
        assertRefused(run(1, 6, elsewhere), 2, "was measured on another machine than this (kernel: 'another' there");
        assertRefused(run(2, 6, here()), 2, "its sides differ in workload.partitions");
        assertRefused(run(1, 3, here()), 8, "has too few blocks: of 3, 3 at response.p50");
    }

    /** The system serves 900 messages a second, and the steps are 500, 800 and 2000. */
    @Test
    void the_harness_is_kept_in_the_calibration() throws Exception {
        Path run = harness("law: none, capacity: 900");
        Ended early = keep(run, "harness");
        assertThat(early.code()).as(early.toString()).isEqualTo(3);
        assertThat(early.err()).contains("this machine has not been calibrated; run 'assay doctor --calibrate'");
        machine().file().write(calibrated());

        Ended ended = keep(run, "harness");

        assertThat(ended.code()).as(ended.toString()).isZero();
        assertThat(ended.out()).contains("harness, 2 subscriptions", "harness floor", "kept for this machine in ");
        Calibration found = machine().status(Instant.now()).calibration().orElseThrow();
        assertThat(found.ceilings())
                .containsExactly(
                        new HarnessCeiling(1, 100, 800, 800, true, 2), new HarnessCeiling(2, 100, 800, 1600, true, 2));
        assertThat(found.floor().orElseThrow().offeredPerSecond()).isEqualTo(100);
        assertThat(found.floor().orElseThrow().response().n()).isEqualTo(200);
        assertThat(found.disks()).isEqualTo(calibrated().disks());
    }

    @Test
    void what_did_not_measure_the_harness_alone_is_refused() throws Exception {
        machine().file().write(calibrated());
        Ended law = keep(harness("law: constant, mean: 1 ms"), "harness");
        assertThat(law.code()).isEqualTo(2);
        assertThat(law.err()).contains("does not have the harness of one worker alone in each of its trials");
        Ended slow = keep(harness("law: none, capacity: 200"), "harness");
        assertThat(slow.code()).isEqualTo(8);
        assertThat(slow.err()).contains("not even the lowest step of memory-subscriptions=1 was sustained");
        assertThat(machine().file().read()).contains(calibrated());
    }

    private Calibration calibrated() {
        DurationStatistics some = new DurationStatistics(10, 1000, 2000, 3000);
        return new Calibration(
                Calibration.VERSION,
                Instant.now().truncatedTo(ChronoUnit.DAYS).toString(),
                machine().machine(),
                List.of(),
                1,
                List.of(),
                Optional.empty(),
                new LoopbackCalibration(some, new TransferRate(400e6, 1 << 20, 100)),
                some,
                100_000,
                some);
    }

    private void assertRefused(Path run, int code, String why) throws Exception {
        Ended ended = keep(run, "repeatability");
        assertThat(ended.code()).as(ended.toString()).isEqualTo(code);
        assertThat(ended.err()).contains(why);
        assertThat(kept()).isEmpty();
    }
}
