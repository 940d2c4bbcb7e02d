package dev.assay.cli.calibrate;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.cli.run.RunPipeline;
import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.calibration.HarnessFloor;
import dev.assay.run.RunOutcome;
import dev.assay.run.RunRequest;
import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.TrialsStage;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs loads on the in-memory system as {@code assay run} runs them: a worker process, a coordinator, a run directory. */
public final class HarnessRuns implements HarnessMeasurement {
    private final boolean quick;
    private final Path folder;
    private final List<String> commandLine;

    /**
     * Nothing is run before it is asked for.
     *
     * @param quick with fewer and shorter steps
     * @param folder gets the run directories
     * @param commandLine how Assay was started
     */
    public HarnessRuns(boolean quick, Path folder, List<String> commandLine) {
        this.quick = quick;
        this.folder = folder;
        this.commandLine = List.copyOf(commandLine);
    }

    @Override
    public Optional<HarnessCeiling> ceiling(int subscriptions) {
        RisingSteps steps = RisingSteps.of(subscriptions, quick);
        String scenario = steps.scenario(Runtime.getRuntime().availableProcessors());
        List<PhaseAnalysis> phases = measured(scenario, "with-" + subscriptions);
        return phases == null ? Optional.empty() : steps.ceiling(phases);
    }

    @Override
    public Optional<HarnessFloor> floor() {
        QuietLoad load = QuietLoad.of(quick);
        List<PhaseAnalysis> phases = measured(load.scenario(), "floor");
        return phases == null ? Optional.empty() : load.floor(phases);
    }

    /** The measured phases of that load; null when it was cancelled. */
    private @Nullable List<PhaseAnalysis> measured(String scenario, String name) {
        Path runs = folder.resolve(name);
        if (measure(scenario, runs) == ExitCode.INTERRUPTED) {
            return null;
        }
        RunDirectory run = RunDirectory.open(only(runs));
        if (run.finished().isEmpty()) {
            throw failure("the load did not finish: "
                    + run.unfinished().stream()
                            .findFirst()
                            .flatMap(run::failure)
                            .orElse("no trial was started"));
        }
        return TrialAnalyzer.analyze(run.readTrial(run.finished().getFirst())).measured();
    }

    private static CommandFailure failure(String why) {
        return new CommandFailure(
                ExitCode.ENVIRONMENT,
                "the harness could not be measured: " + why + ". Stop other work on this machine and calibrate again.");
    }

    private ExitCode measure(String scenario, Path runs) {
        Plan plan = plan(scenario);
        RunRequest request = new RunRequest(
                plan.scenario(),
                plan.certain().stream().map(PlannedTrial::folder).toList(),
                scenario,
                List.of(),
                commandLine,
                runs,
                Optional.empty());
        PrintWriter silent = new PrintWriter(Writer.nullWriter());
        RunOutcome outcome = new RunPipeline(
                        request,
                        List.of(new TrialsStage(plan, new WorkerChoice(1, List.of()))),
                        new TerminalProgress(silent, false),
                        silent)
                .followedByOthers()
                .run();
        return outcome.trouble();
    }

    static Plan plan(String scenario) {
        try {
            return ScenarioFile.read("calibrate", scenario, List.of(), Set.of()).plan();
        } catch (ScenarioException e) {
            throw new IllegalStateException("the calibration scenario is invalid: " + e.getMessage(), e);
        }
    }

    private static Path only(Path runs) {
        try (Stream<Path> all = Files.list(runs)) {
            return all.findFirst().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
