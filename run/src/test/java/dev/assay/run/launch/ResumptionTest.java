package dev.assay.run.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.WorkerPlaces;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.worker.wire.AssayBuild;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumptionTest {
    private static final String PLAIN = """
            name: x
            systems: { memory: }
            workload: { partitions: [1, 6] }
            """;
    private static final String BUILD = AssayBuild.ofThisProcess().title();

    @TempDir
    Path base;

    private AssayCache cache() {
        return new AssayCache(base.resolve("cache"));
    }

    private Resumption of(Path run) {
        return Resumption.of(run, cache());
    }

    private static WorkerPlaces places(List<String> workers) {
        return new WorkerPlaces(workers, Optional.empty(), List.of());
    }

    private static RunConditions conditions(String build, List<String> clusters, List<String> workers) {
        return new RunConditions(build, "1 block", 1, List.of(), clusters, 1, places(workers), 0, Map.of());
    }

    private Path run(String build, String... overrides) throws Exception {
        Path run = foreign(List.of(overrides), conditions(build, List.of(), List.of()));
        OwnRuns.of(cache())
                .add(
                        RunDirectory.open(run).record(),
                        new LaunchOptions(
                                "/home/x.yaml",
                                PLAIN,
                                List.of(overrides),
                                List.of(),
                                List.of(),
                                1,
                                WorkerPlaces.NONE,
                                Optional.empty(),
                                Optional.empty(),
                                0,
                                false,
                                false,
                                Optional.empty(),
                                Optional.empty()));
        return run;
    }

    /** Makes a run that the cache does not know. */
    private Path foreign(List<String> overrides, RunConditions conditions) throws Exception {
        RunDirectory directory = RunDirectory.create(base, "x", Instant.EPOCH);
        directory.write(record(directory.id(), overrides, Optional.of(conditions)));
        return directory.path();
    }

    private static RunRecord record(String id, List<String> overrides, Optional<RunConditions> conditions)
            throws Exception {
        return new RunRecord(
                id,
                "x",
                PLAIN,
                overrides,
                List.of("./assay", "run", "x.yaml"),
                Instant.EPOCH.toString(),
                "0.1.0",
                Map.of(),
                Map.of(),
                List.of(),
                plan(PLAIN).trials().stream().map(PlannedTrial::folder).toList(),
                conditions,
                List.of(),
                List.of(),
                List.of(),
                CalibrationStatus.NOT_RECORDED);
    }

    private static Plan plan(String text) throws Exception {
        return ScenarioFile.read("x.yaml", text, List.of(), Set.of()).plan();
    }

    private static void assertRefused(ThrowingCallable call, String... reasons) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContainingAll(reasons)
                .hasMessageNotContaining("\n");
    }

    private static void require(Resumption run, @Nullable String text, List<String> overrides, String... workers) {
        run.require(Optional.ofNullable(text), overrides, places(List.of(workers)));
    }

    @Test
    void anOwnRunNeedsNothingAgain() throws Exception {
        try (Resumption run = of(run(BUILD, "seed=3"))) {
            assertThat(run.isOwn()).isTrue();
            assertThat(run.started().orElseThrow().text()).isEqualTo(PLAIN);
            assertThat(run.started().orElseThrow().overrides()).containsExactly("seed=3");
            require(run, null, List.of());
            require(run, PLAIN, List.of("seed=3"));
            run.check(plan(PLAIN), false);
            assertRefused(() -> require(run, PLAIN + "\n", List.of()), "differs from the one it was started with");
            assertRefused(() -> require(run, null, List.of("seed=4")), "differ from those", "seed=3");
            assertRefused(() -> require(run, null, List.of(), "another:1"), "differ from those", "(none)");
        }
    }

    @Test
    void anOwnRunWhoseScenarioWasChangedIsAnothers() throws Exception {
        Path run = run(BUILD);
        Path record = run.resolve("run.json");
        Files.writeString(record, Files.readString(record).replace("[1, 6]", "[1, 7]"));

        try (Resumption resumption = of(run)) {
            assertThat(resumption.isOwn()).isFalse();
            assertRefused(() -> require(resumption, null, List.of()), "has no record of it, or of another scenario");
        }
    }

    @Test
    void anotherBuildIsNamed() throws Exception {
        Path run = run("0.0.9 (build 111111111111, protocol 1)");
        assertRefused(() -> of(run), "0.0.9 (build 111111111111, protocol 1)", BUILD, "assay report " + run);
    }

    @Test
    void aRunThatDoesNotSayHowItWasMadeIsRefused() throws Exception {
        RunDirectory directory = RunDirectory.create(base, "x", Instant.EPOCH);
        directory.write(record(directory.id(), List.of(), Optional.empty()));
        assertRefused(() -> of(directory.path()), "earlier version of Assay (0.1.0)");
    }

    @Test
    void whatIsNoRunOrGoesOnOrIsFinishedIsRefused() throws Exception {
        assertRefused(() -> of(base.resolve("nowhere")), "nowhere is not a folder");
        assertRefused(() -> of(base), "is not a run directory");
        Path run = run(BUILD);
        try (Resumption resumption = of(run)) {
            assertRefused(() -> of(run), "still in progress", "process ");
            assertRefused(() -> resumption.check(plan(PLAIN), true), "is finished", "assay report " + run);
        }
    }

    @Test
    void whatARunFromElsewhereWasStartedWithIsGivenAgainAndOnlyComparedWithIt() throws Exception {
        List<String> seed = List.of("seed=3");
        try (Resumption run = of(foreign(seed, conditions(BUILD, List.of(), List.of("evil:1"))))) {
            assertThat(run.isOwn()).isFalse();
            assertRefused(
                    () -> require(run, null, seed, "evil:1"), "has no record of it", "assay run SCENARIO --resume ");
            assertRefused(() -> require(run, PLAIN, List.of(), "evil:1"), "has no record of it", "seed=3");
            assertRefused(() -> require(run, PLAIN, seed), "has no record of it", "evil:1", "--worker-ca");
            assertRefused(() -> require(run, PLAIN, seed, "mine:1"), "differ from those", "evil:1");
            require(run, PLAIN, seed, "evil:1");
        }
    }

    @Test
    void clustersOfOthersAreNotGuessed() throws Exception {
        try (Resumption run = of(foreign(List.of(), conditions(BUILD, List.of("kafka"), List.of())))) {
            assertRefused(() -> require(run, PLAIN, List.of()), "has no record of it", "--on kafka");
        }
    }

    @Test
    void aPlanWithOtherTrialsIsRefused() throws Exception {
        try (Resumption resumption = of(run(BUILD))) {
            assertRefused(
                    () -> resumption.check(plan(PLAIN.replace("[1, 6]", "[1, 7]")), false),
                    "its trials have changed",
                    "partitions=6",
                    "partitions=7");
        }
    }
}
