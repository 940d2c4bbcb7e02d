package dev.assay.run.launch;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.driver.LocalClock;
import dev.assay.host.Machine;
import dev.assay.host.ThisMachine;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.RunResume;
import dev.assay.model.result.RunResume.SetAside;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.run.event.Progress;
import dev.assay.run.event.RunEvent;
import dev.assay.run.event.TrialAudience;
import dev.assay.run.exit.FailureCode;
import dev.assay.run.exit.FatalError;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.run.stage.Cancellation;
import dev.assay.run.stage.CdsArchive;
import dev.assay.run.stage.RunContext;
import dev.assay.run.stage.RunRecorder;
import dev.assay.run.stage.RunStage;
import dev.assay.store.LatestRun;
import dev.assay.store.RunDirectory;
import dev.assay.store.RunLock;
import dev.assay.store.StoreException;
import dev.assay.worker.wire.WireProtocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Executes a run from its ports to its report: takes the ports, makes the directory or resumes in one, runs each stage, cleans the logs,
 * reports, and says how it ended. Whatever happens, nothing that it started is left running.
 */
public final class Launch {
    private final RunRequest request;
    private final List<RunStage> stages;
    private final RunAudience audience;
    private final Progress progress;
    private final AssayCache cache;
    private final ArtifactCache artifacts;
    private final ProcessSupervisor supervisor;
    private final Machine machine;
    private final LocalClock clock;
    private final Map<String, String> facts;
    private final Instant start;
    private boolean endReported;
    private @Nullable RunDirectory directory;

    /**
     * Launches on this machine.
     *
     * @param cache may be locked to some artifacts
     * @param stages the run's parts, in order
     */
    public static Launch of(AssayCache cache, RunRequest request, List<RunStage> stages, RunAudience audience) {
        return new Launch(cache, request, stages, audience, new ThisMachine(), LocalClock.SYSTEM);
    }

    /**
     * @param machine that coordinates the run
     * @param clock of that machine
     */
    public Launch(
            AssayCache cache,
            RunRequest request,
            List<RunStage> stages,
            RunAudience audience,
            Machine machine,
            LocalClock clock) {
        this.cache = cache;
        this.supervisor = ProcessSupervisor.open(cache.leases());
        this.request = request;
        this.stages = List.copyOf(stages);
        this.audience = audience;
        this.progress = audience.progress();
        this.artifacts = new ArtifactCache(cache, progress);
        this.machine = machine;
        this.clock = clock;
        this.facts = facts(cache, machine);
        this.start = clock.instant();
    }

    private static Map<String, String> facts(AssayCache cache, Machine machine) {
        Map<String, String> facts = new LinkedHashMap<>(machine.facts(cache.root()));
        MachineCalibration.of(cache, facts)
                .repeatability()
                .ifPresent(known -> facts.put(Repeatability.FACT, known.fact()));
        return facts;
    }

    public RunOutcome run() {
        return bound(this::begin);
    }

    /**
     * Resumes a run in its own directory: unfinished trials are put aside first, as they are run again.
     *
     * @param resumption holds the directory
     */
    public RunOutcome resume(Resumption resumption) {
        return bound(followers -> goOn(resumption, followers));
    }

    /** Returns the run's directory; empty before the run has begun. */
    public Optional<RunDirectory> directory() {
        return Optional.ofNullable(directory);
    }

    /** Takes the ports before anything else: where one is in use, nothing is made. */
    private RunOutcome bound(Function<RunAudience.Bound, RunOutcome> run) {
        return followed(() -> {
            try (RunAudience.Bound followers = audience.bind()) {
                return run.apply(followers);
            }
        });
    }

    private RunOutcome begin(RunAudience.Bound followers) {
        supervisor.cleanUp().forEach(progress::say);
        RunDirectory newDirectory = RunDirectory.create(request.out(), request.scenario(), start);
        directory = newDirectory;
        if (request.out().equals(LatestRun.RUNS)) {
            LatestRun.mark(newDirectory);
        }
        RunRecord record = record(newDirectory.id());
        request.options().ifPresent(options -> OwnRuns.of(cache).add(record, options));
        try (RunLock _ = newDirectory.lock()) {
            return run(newDirectory, new RunRecorder(newDirectory, record), followers);
        } catch (RunLock.HeldException e) {
            throw new IllegalStateException(
                    "another run has taken " + newDirectory.path() + ", which was just made", e);
        }
    }

    private RunOutcome goOn(Resumption resumption, RunAudience.Bound followers) {
        // Processes that an interrupted run has left may still write, so they end before anything is moved.
        supervisor.cleanUp().forEach(progress::say);
        RunDirectory resumed = resumption.directory();
        directory = resumed;
        List<SetAside> setAside = resumed.interrupted();
        RunResume resume = new RunResume(start.toString(), commandLine(), facts, setAside);
        RunRecorder recorder = new RunRecorder(resumed, resumption.record().resumed(resume));
        for (SetAside aside : setAside) {
            resumed.setAside(aside);
            progress.say("%s did not finish (%s) and is run again; its partial data is kept in %s"
                    .formatted(aside.folder(), aside.reason(), aside.to()));
        }
        return run(resumed, recorder, followers);
    }

    private RunOutcome run(RunDirectory directory, RunRecorder recorder, RunAudience.Bound followers) {
        RunRecord record = recorder.record();
        progress.event(new RunEvent.RunStarted(
                RunEvent.VERSION,
                directory.path().toString(),
                record.scenario(),
                record.assayVersion(),
                !record.resumes().isEmpty(),
                record.planned()));
        RunOutcome outcome = stagesAndReport(directory, recorder, followers);
        if (request.last() && outcome.trouble() == ExitCode.OK) {
            CdsArchive.writeWhereMissing(progress);
        }
        return outcome;
    }

    private RunOutcome stagesAndReport(RunDirectory directory, RunRecorder recorder, RunAudience.Bound followers) {
        // Everything is reported, to programs as well, before the cancellation is closed: after Ctrl-C the process ends
        // with it.
        try (Cancellation cancellation = new Cancellation();
                supervisor) {
            return followed(() -> {
                try (followers) {
                    followers
                            .all()
                            .forEach(follower -> progress.say(follower.serve(directory.path(), request.scenario())));
                    ExitCode trouble = measureOrReport(directory, recorder, cancellation, followers);
                    progress.clear();
                    cleanLogs(directory);
                    RunOutcome reported = report(directory, trouble);
                    followers.all().forEach(follower -> follower.end(cancellation));
                    return reported;
                }
            });
        }
    }

    /** Measures; a failure that ends the run early is reported last, after the report of the trials that were finished before. */
    private ExitCode measureOrReport(
            RunDirectory directory, RunRecorder recorder, Cancellation cancellation, TrialAudience followers) {
        try {
            return measure(directory, recorder, cancellation, followers);
        } catch (CommandFailure e) {
            progress.clear();
            cleanLogs(directory);
            if (!directory.hasNothingToReport() && !(e.getCause() instanceof StoreException)) {
                report(directory, e.exitCode());
            }
            throw e;
        }
    }

    private ExitCode measure(
            RunDirectory directory, RunRecorder recorder, Cancellation cancellation, TrialAudience followers) {
        ExitCode trouble = ExitCode.OK;
        RunContext context = new RunContext(cache, supervisor, artifacts, machine, clock, progress, followers);
        RunStage.Setting setting = new RunStage.Setting(directory, context, cancellation, recorder);
        for (RunStage stage : stages) {
            ExitCode code = stage.run(setting);
            trouble = trouble == ExitCode.OK ? code : trouble;
        }
        return cancellation.wasCancelled() ? ExitCode.INTERRUPTED : trouble;
    }

    private void cleanLogs(RunDirectory directory) {
        try {
            new CollectedLogs(ProcessRedactor.known()).clean(directory.path());
        } catch (IOException e) {
            progress.warn("warning: the logs in " + directory.path() + " may contain secrets: " + e.getMessage());
        }
    }

    private RunOutcome report(RunDirectory directory, ExitCode trouble) {
        if (trouble == ExitCode.INTERRUPTED && request.options().isPresent()) {
            progress.say("to continue it: " + request.commandLine().getFirst() + " run --resume " + directory.path());
        }
        if (directory.hasNothingToReport() && trouble != ExitCode.OK) {
            progress.warn("nothing finished, so there is nothing to report; partial data is in " + directory.path());
            return new RunOutcome(Grade.INVALID, trouble);
        }
        try {
            RunOutcome reported = audience.report().publish(directory);
            return new RunOutcome(reported.worst(), reported.verifications(), reported.gate(), trouble);
        } catch (StoreException e) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    e.getMessage() + System.lineSeparator()
                            + "assay: the finished trials are kept; once that is fixed, 'assay report "
                            + directory.path() + "' creates the report",
                    e);
        }
    }

    /** Reports the end of the run to programs, whatever it is, and resets the terminal. */
    private RunOutcome followed(Supplier<RunOutcome> run) {
        try {
            RunOutcome outcome = run.get();
            tell(outcome.exitCode(request.strict()), null);
            return outcome;
        } catch (RuntimeException | Error e) {
            tell(FailureCode.of(e), reason(e));
            throw e;
        } finally {
            progress.clear();
        }
    }

    /** Reports the end once, by the first caller. */
    private void tell(ExitCode code, @Nullable String failure) {
        if (!endReported) {
            endReported = true;
            Error fatal = FatalError.first();
            progress.event(fatal == null ? finished(code, failure) : finished(ExitCode.INTERNAL, reason(fatal)));
        }
    }

    private static String reason(Throwable failure) {
        return ProcessRedactor.known().masked(FailureCode.reason(failure));
    }

    private RunEvent finished(ExitCode code, @Nullable String failure) {
        Optional<Path> report = directory().map(run -> run.path().resolve("report.html"));
        return new RunEvent.RunFinished(
                directory().map(run -> run.path().toString()).orElse(""),
                report.filter(Files::exists).map(Path::toString),
                code.code(),
                Optional.ofNullable(failure));
    }

    private List<String> commandLine() {
        return request.commandLine().stream()
                .map(ProcessRedactor.known()::masked)
                .toList();
    }

    private RunRecord record(String id) {
        return new RunRecord(
                id,
                request.scenario(),
                request.scenarioText(),
                request.overrides(),
                commandLine(),
                start.toString(),
                WireProtocol.assayVersion(),
                facts,
                Map.of(),
                List.of(),
                request.planned(),
                request.conditions(),
                List.of(),
                List.of(),
                List.of(),
                MachineCalibration.of(cache, facts).status(start));
    }
}
