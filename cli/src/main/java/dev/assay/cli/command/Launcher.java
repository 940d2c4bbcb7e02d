package dev.assay.cli.command;

import dev.assay.cluster.AssayCache;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.kubernetes.PodRun;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.RunConditions;
import dev.assay.run.launch.Launch;
import dev.assay.run.launch.Resumption;
import dev.assay.run.launch.RunAudience;
import dev.assay.run.launch.RunOutcome;
import dev.assay.run.launch.RunRequest;
import dev.assay.run.preflight.Means;
import dev.assay.run.preflight.Preflight;
import dev.assay.run.stage.RunStage;
import dev.assay.run.verify.VerificationStage;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.fleet.Pods;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.verification.PlannedVerification;
import dev.assay.scenario.verification.VerificationPlan;
import dev.assay.store.RunDirectory;
import dev.assay.worker.wire.AssayBuild;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Launches runs of all kinds: checks beforehand what can be known, asks people, and starts the run. */
final class Launcher {
    private final LaunchChoice choice;
    private final List<String> commandLine;
    private final RunAudience audience;

    Launcher(LaunchChoice choice) {
        this.choice = choice;
        this.commandLine = choice.handed == null
                ? CommandLineText.of(choice.spec)
                : HandedRun.of(choice.handed).commandLine();
        this.audience = choice.audience();
        choice.budget();
        choice.maxData();
    }

    record Ended(RunOutcome outcome, RunDirectory directory, List<RunStage> stages) {
        /** Tells whether everything that the run asks for is in its directory; this reads all trials once more. */
        boolean isFinished() {
            return outcome.trouble() == ExitCode.OK && stages.stream().allMatch(stage -> stage.finishedIn(directory));
        }

        int code(boolean strict) {
            return outcome.exitCode(strict).code();
        }
    }

    /** Starts a run unless something is known to stand in its way; no directory is made then. */
    Ended start(PlannedRun run) throws ScenarioException {
        return start(run, () -> choice.consent(run.plan()));
    }

    /** @param question is asked where nothing on this machine stands in the way, and before anything is fetched */
    Ended start(PlannedRun planned, Runnable question) throws ScenarioException {
        PlannedRun run = locked(planned);
        WorkerChoice load = load();
        require(preflight(run.plan().trials(), load, Optional.of(choice.out), run.cache()), question);
        List<RunStage> stages = run.stages().apply(load);
        Launch launch = launch(run, stages, load);
        return ended(launch.run(), launch, stages);
    }

    Ended resume(Resumption resumption, PlannedRun planned) throws ScenarioException {
        PlannedRun run = locked(planned);
        Plan plan = run.plan();
        WorkerChoice load = load();
        List<RunStage> stages = run.stages().apply(load);
        resumption.check(plan, stages.stream().allMatch(stage -> stage.finishedIn(resumption.directory())));
        choice.remote.tellRecipients(resumption, choice.people());
        require(preflight(plan.trials(), load, Optional.empty(), run.cache()), () -> choice.consent(plan));
        Launch launch = launch(run, stages, load);
        return ended(launch.resume(resumption), launch, stages);
    }

    int inPods(String place, PlannedRun run) throws ScenarioException {
        Pods pods = WorkerPlaceText.pods(RemoteWorkerChoice.PLACE, place);
        WorkerChoice load = choice.tolerating(choice.remote.chosen(choice.workers));
        require(
                preflight(run.plan().trials(), load, Optional.of(choice.out), run.cache())
                        .asking("kubernetes", "rights in " + place, () -> PodRun.requireAccess(pods)),
                () -> choice.consent(run.plan()));
        return new PodLaunch(
                        pods,
                        new HandedRun(
                                choice.options(run, load.local()),
                                commandLine,
                                choice.changes.payloads(),
                                choice.handling()),
                        run.plan(),
                        load.count(),
                        choice.changes.secrets.of(Path.of(run.file())).text(),
                        choice.out)
                .start(choice.people(), choice.spec);
    }

    /** Restricts the run of a card to the card's artifacts, also when it is resumed or run again. */
    private PlannedRun locked(PlannedRun run) {
        return choice.artifacts.isPresent() ? run.lockedTo(choice.artifacts.get()) : run;
    }

    /** Checks a later run before those that precede it begin. */
    void require(Plan plan) throws ScenarioException {
        require(plan.trials(), load(), AssayCache.standard());
    }

    private WorkerChoice load() throws ScenarioException {
        return choice.tolerating(choice.remote.orStarted(choice.workers));
    }

    private void require(List<PlannedTrial> trials, WorkerChoice load, AssayCache cache) {
        require(preflight(trials, load, Optional.of(choice.out), cache), () -> {});
    }

    /** Passes a preflight, and then clears the progress of fetching from the terminal. */
    private void require(Preflight preflight, Runnable consent) {
        try {
            preflight.require(consent);
        } finally {
            audience.progress().clear();
        }
    }

    /** Ends processes left by earlier runs first, so that they take up neither room nor ports. */
    private Preflight preflight(List<PlannedTrial> trials, WorkerChoice load, Optional<Path> out, AssayCache cache) {
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases())) {
            supervisor.cleanUp().forEach(audience.progress()::say);
        }
        return new Preflight(trials, load, out, new Means(cache, audience.progress()));
    }

    private static Ended ended(RunOutcome outcome, Launch launch, List<RunStage> stages) {
        return new Ended(outcome, launch.directory().orElseThrow(), stages);
    }

    /** Starts a run of verifications alone, which can't be resumed. */
    RunOutcome start(VerificationPlan plan, String text, List<String> overrides, WorkerChoice load) {
        AssayCache cache = AssayCache.standard();
        require(plan.verifications().stream().map(PlannedVerification::load).toList(), load, cache);
        RunRequest request = new RunRequest(
                plan.scenario(),
                List.of(),
                text,
                overrides,
                commandLine,
                choice.out,
                Optional.empty(),
                Optional.empty(),
                choice.strict,
                true);
        return Launch.of(cache, request, List.of(new VerificationStage(plan, load)), audience)
                .run();
    }

    private Launch launch(PlannedRun run, List<RunStage> stages, WorkerChoice load) {
        RunRequest request = new RunRequest(
                run.plan().scenario(),
                run.certain().stream().map(PlannedTrial::folder).toList(),
                run.text(),
                run.overrides(),
                commandLine,
                choice.out,
                Optional.of(conditions(run, load)),
                Optional.of(choice.options(run, load.local())),
                choice.strict,
                run.last());
        return Launch.of(run.cache(), request, stages, audience);
    }

    private RunConditions conditions(PlannedRun run, WorkerChoice load) {
        return new RunConditions(
                AssayBuild.ofThisProcess().title(),
                run.plan().repeat().blocks(),
                run.seed(),
                run.systems(),
                choice.on.names(),
                load.local(),
                choice.remote.recorded(),
                load.tolerate(),
                run.plan().points());
    }
}
