package dev.assay.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.result.RunChoices;
import dev.assay.model.result.RunRecord;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.worker.wire.AssayBuild;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumptionTest {
    private static final String PLAIN = """
            name: x
            systems: { memory: }
            workload: { partitions: [1, 6] }
            """;
    private static final String SECRET =
            PLAIN + "settings: { memory: { client: { api.token: { secret-file: token } } } }\n";
    private static final String BUILD = AssayBuild.ofThisProcess().title();

    @TempDir
    Path base;

    private AssayCache cache() {
        return new AssayCache(base.resolve("cache"));
    }

    private Resumption of(Path run) {
        return Resumption.of(run, cache());
    }

    private Path run(String build, String text, String... overrides) throws Exception {
        RunChoices choices = new RunChoices(
                build, "x.yaml", "1 block", List.of(), List.of(), 1, List.of(), 0, Optional.empty(), Optional.empty());
        Path run = foreign(text, List.of(overrides), choices);
        OwnRuns.of(cache()).add(RunDirectory.open(run).record());
        return run;
    }

    /** One that the cache does not know. */
    private Path foreign(String text, List<String> overrides, RunChoices choices) throws Exception {
        RunDirectory directory = RunDirectory.create(base, "x", Instant.EPOCH);
        directory.write(record(directory.id(), text, overrides, Optional.of(choices)));
        return directory.path();
    }

    private static RunRecord record(String id, String text, List<String> overrides, Optional<RunChoices> choices)
            throws Exception {
        return new RunRecord(
                id,
                "x",
                text,
                overrides,
                List.of("./assay", "run", "x.yaml"),
                Instant.EPOCH.toString(),
                "0.1.0",
                Map.of(),
                Map.of(),
                List.of(),
                plan(PLAIN).trials().stream().map(PlannedTrial::folder).toList(),
                choices,
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
                .hasMessageNotContainingAny("hunter2", "\n");
    }

    @Test
    void withoutSecretsEverythingIsInTheRecord() throws Exception {
        try (Resumption resumption = of(run(BUILD, PLAIN, "seed=3"))) {
            assertThat(resumption.scenarioText(null)).isEqualTo(PLAIN);
            assertThat(resumption.overrides(List.of())).containsExactly("seed=3");
            assertThat(resumption.scenarioText(PLAIN)).isEqualTo(PLAIN);
            resumption.check(plan(PLAIN), false);
        }
    }

    @Test
    void whatIsGivenAgainIsTheSame() throws Exception {
        try (Resumption resumption = of(run(BUILD, SECRET, "seed=3"))) {
            assertThat(resumption.scenarioText(null)).isEqualTo(SECRET);
            assertRefused(
                    () -> resumption.scenarioText(SECRET.replace("6", "7")),
                    "differs from the one it was started with");
            assertThat(resumption.overrides(List.of("seed=3"))).containsExactly("seed=3");
            assertRefused(() -> resumption.overrides(List.of("seed=4")), "differ from those", "seed=3");
        }
    }

    @Test
    void anotherBuildIsNamed() throws Exception {
        Path run = run("0.0.9 (build 111111111111, protocol 1)", PLAIN);
        assertRefused(() -> of(run), "0.0.9 (build 111111111111, protocol 1)", BUILD, "assay report " + run);
    }

    @Test
    void aRunThatDoesNotSayHowItWasMadeIsRefused() throws Exception {
        RunDirectory directory = RunDirectory.create(base, "x", Instant.EPOCH);
        directory.write(record(directory.id(), PLAIN, List.of(), Optional.empty()));
        assertRefused(() -> of(directory.path()), "earlier version of Assay (0.1.0)");
    }

    @Test
    void whatIsNoRunOrGoesOnOrIsFinishedIsRefused() throws Exception {
        assertRefused(() -> of(base.resolve("nowhere")), "nowhere is not a folder");
        assertRefused(() -> of(base), "is not a run directory");
        Path run = run(BUILD, PLAIN);
        try (Resumption resumption = of(run)) {
            assertRefused(() -> of(run), "still in progress", "process ");
            assertRefused(() -> resumption.check(plan(PLAIN), true), "is finished", "assay report " + run);
        }
    }

    @Test
    void whatARunFromElsewhereWasStartedWithIsGivenAgainAndOnlyComparedWithIt() throws Exception {
        RunChoices choices = new RunChoices(
                BUILD,
                "theirs/x.yaml",
                "1 block",
                List.of(),
                List.of("kafka"),
                1,
                List.of("evil:1"),
                0,
                Optional.of("/keys/mine"),
                Optional.empty());
        try (Resumption resumption = of(foreign(PLAIN, List.of("seed=3"), choices))) {
            assertThat(resumption.own()).isFalse();
            assertRefused(() -> resumption.scenarioText(null), "has no record of it", "assay run SCENARIO --resume ");
            assertThat(resumption.scenarioText(PLAIN)).isEqualTo(PLAIN);
            assertThat(resumption.scenarioFile(Path.of("mine.yaml"))).isEqualTo("mine.yaml");
            assertRefused(() -> resumption.overrides(List.of()), "has no record of it", "seed=3");
            assertThat(resumption.overrides(List.of("seed=3"))).containsExactly("seed=3");
            assertRefused(() -> resumption.workers(List.of()), "has no record of it", "evil:1", "--worker-ca");
            assertRefused(() -> resumption.workers(List.of("mine:1")), "differ from those", "evil:1");
            assertThat(resumption.workers(List.of("evil:1"))).containsExactly("evil:1");
            assertRefused(resumption::clusters, "has no record of it", "--on kafka");
        }
    }

    @Test
    void anOwnRunNeedsNothingAgain() throws Exception {
        try (Resumption resumption = of(run(BUILD, PLAIN, "seed=3"))) {
            assertThat(resumption.own()).isTrue();
            assertThat(resumption.workers(List.of())).isEmpty();
            assertThat(resumption.clusters()).isEmpty();
            assertThat(resumption.scenarioFile(null)).isEqualTo("x.yaml");
            assertRefused(() -> resumption.workers(List.of("another:1")), "differ from those", "(none)");
        }
    }

    @Test
    void aPlanWithOtherTrialsIsRefused() throws Exception {
        try (Resumption resumption = of(run(BUILD, PLAIN))) {
            assertRefused(
                    () -> resumption.check(plan(PLAIN.replace("[1, 6]", "[1, 7]")), false),
                    "its trials have changed",
                    "partitions=6",
                    "partitions=7");
        }
    }
}
