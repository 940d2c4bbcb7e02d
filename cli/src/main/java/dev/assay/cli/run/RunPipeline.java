package dev.assay.cli.run;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.host.MachineFacts;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.RunResume;
import dev.assay.model.result.RunResume.SetAside;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.run.AssayInstallation;
import dev.assay.run.Cancellation;
import dev.assay.run.CdsArchive;
import dev.assay.run.CollectedLogs;
import dev.assay.run.MachineCalibration;
import dev.assay.run.OwnRuns;
import dev.assay.run.ProcessRedactor;
import dev.assay.run.Progress;
import dev.assay.run.Resumption;
import dev.assay.run.RunContext;
import dev.assay.run.RunOutcome;
import dev.assay.run.RunRecorder;
import dev.assay.run.RunRequest;
import dev.assay.run.RunStage;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.RunLock;
import dev.assay.run.directory.StoreException;
import dev.assay.run.event.RunEvent;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.run.exit.FailureCode;
import dev.assay.run.exit.FatalError;
import dev.assay.run.metrics.MetricsRequest;
import dev.assay.scenario.StudyFile;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireProtocol;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A whole run: every part of it in order, then the report. */
public final class RunPipeline {
    private final RunRequest request;
    private final List<RunStage> parts;
    private final Progress progress;
    private final PrintWriter out;
    private final AssayCache cache;
    private final ArtifactCache artifacts;
    private final ProcessSupervisor supervisor;
    private final Map<String, String> machine;
    private final Instant start = Instant.now();
    private boolean endsProcess = true;
    private boolean verbose;
    private boolean strict;
    private boolean told;
    private Optional<MetricsRequest> metricsAt = Optional.empty();
    private Optional<HostPort> liveAt = Optional.empty();
    private Watchers watchers = Watchers.NONE;
    private @Nullable Path directory;

    /**
     * A run that has not begun.
     *
     * @param parts what it consists of, in order
     */
    public RunPipeline(RunRequest request, List<RunStage> parts, Progress progress, PrintWriter out) {
        this(AssayCache.standard(), request, parts, progress, out);
    }

    /**
     * The same with that cache, which may be locked to some artifacts.
     *
     * @param parts what it consists of, in order
     */
    public RunPipeline(AssayCache cache, RunRequest request, List<RunStage> parts, Progress progress, PrintWriter out) {
        this.cache = cache;
        this.supervisor = ProcessSupervisor.open(cache.leases());
        this.request = request;
        this.parts = List.copyOf(parts);
        this.progress = progress;
        this.out = out;
        this.artifacts = new ArtifactCache(cache, progress);
        this.machine = facts(cache);
    }

    /** What the machine is, and how far it repeats itself where somebody has found out. */
    private static Map<String, String> facts(AssayCache cache) {
        Map<String, String> facts = new LinkedHashMap<>(MachineFacts.read(cache.root()));
        MachineCalibration.of(cache, facts)
                .repeatability()
                .ifPresent(known -> facts.put(Repeatability.FACT, known.fact()));
        return facts;
    }

    /**
     * The same run where others follow in this process. The archive of its classes is left to another one: a JVM that has written one
     * has been seen to crash when it went on.
     */
    public RunPipeline followedByOthers() {
        endsProcess = false;
        return this;
    }

    /**
     * The same run, which ends with all statistics of each trial where that is wanted.
     *
     * @param wanted otherwise it ends with a summary where there are several
     */
    public RunPipeline verbose(boolean wanted) {
        verbose = wanted;
        return this;
    }

    /**
     * The same run, of which programs are told that it ends with the exit code of a strict one where that is wanted.
     *
     * @param wanted whether a DEGRADED trial has an exit code of its own
     */
    public RunPipeline strict(boolean wanted) {
        strict = wanted;
        return this;
    }

    /** The same run, which can be scraped while it goes on where that is wanted. */
    public RunPipeline scrapedAt(Optional<MetricsRequest> request) {
        metricsAt = request;
        return this;
    }

    /** The same run, which can be followed there in a browser where that is wanted. */
    public RunPipeline shownAt(Optional<HostPort> listen) {
        liveAt = listen;
        return this;
    }

    /** Measures, reports, and says how it went. Whatever happens, nothing that this run started is left running. */
    public RunOutcome run() {
        return followed(() -> watched(this::begin));
    }

    /** Has its ports before anything else: where one is taken, nothing is made. */
    private RunOutcome watched(Supplier<RunOutcome> run) {
        try (Watchers bound = Watchers.bind(metricsAt, liveAt)) {
            watchers = bound;
            return run.get();
        }
    }

    private RunOutcome begin() {
        supervisor.cleanUp().forEach(progress::say);
        RunDirectory made = RunDirectory.create(request.out(), request.scenario(), start);
        directory = made.path();
        RunRecord record = record(made.id());
        if (record.choices().isPresent()) { // Others can't be resumed.
            OwnRuns.of(cache).add(record);
        }
        try (RunLock _ = made.lock()) {
            return run(made, new RunRecorder(made, record));
        } catch (RunLock.HeldException e) {
            throw new IllegalStateException("another run has taken " + made.path() + ", which was just made", e);
        }
    }

    /** Where the run is recorded; empty before it has begun. */
    public Optional<Path> directory() {
        return Optional.ofNullable(directory);
    }

    /**
     * Goes on with a run in its own directory: what had begun and not finished is put aside first, as it is run again.
     *
     * @param resumption holds the directory
     */
    public RunOutcome resume(Resumption resumption) {
        return followed(() -> watched(() -> goOn(resumption)));
    }

    private RunOutcome goOn(Resumption resumption) {
        // Before anything is moved: what an interrupted run has left running may still write.
        supervisor.cleanUp().forEach(progress::say);
        RunDirectory directory = resumption.directory();
        this.directory = directory.path();
        List<SetAside> setAside = directory.interrupted();
        RunResume resume = new RunResume(start.toString(), commandLine(), machine, setAside);
        RunRecorder recorder = new RunRecorder(directory, resumption.record().resumed(resume));
        for (SetAside aside : setAside) {
            directory.setAside(aside);
            progress.say("%s did not finish (%s) and is run again; its partial data is kept in %s"
                    .formatted(aside.folder(), aside.reason(), aside.to()));
        }
        return run(directory, recorder);
    }

    /** Has programs told how the run ends, whichever way it does, and the terminal left as it was. */
    private RunOutcome followed(Supplier<RunOutcome> run) {
        try {
            RunOutcome outcome = run.get();
            tell(outcome.exitCode(strict), null);
            return outcome;
        } catch (RuntimeException | Error e) {
            tell(FailureCode.of(e), reason(e));
            throw e;
        } finally {
            progress.clear();
        }
    }

    /** Once, by whoever knows it first. */
    private void tell(ExitCode code, @Nullable String failure) {
        if (!told) {
            told = true;
            Error fatal = FatalError.first();
            progress.event(fatal == null ? finished(code, failure) : finished(ExitCode.INTERNAL, reason(fatal)));
        }
    }

    private static String reason(Throwable failure) {
        return ProcessRedactor.known().masked(FailureCode.reason(failure));
    }

    private RunEvent finished(ExitCode code, @Nullable String failure) {
        Path report = directory == null ? null : directory.resolve("report.html");
        return new RunEvent.RunFinished(
                directory == null ? "" : directory.toString(),
                report != null && Files.exists(report) ? Optional.of(report.toString()) : Optional.empty(),
                code.code(),
                Optional.ofNullable(failure));
    }

    private RunOutcome run(RunDirectory directory, RunRecorder recorder) {
        RunRecord record = recorder.record();
        progress.event(new RunEvent.RunStarted(
                RunEvent.VERSION,
                directory.path().toString(),
                record.scenario(),
                record.assayVersion(),
                !record.resumes().isEmpty(),
                record.planned()));
        RunOutcome outcome = partsAndReport(directory, recorder);
        if (endsProcess && outcome.trouble() == ExitCode.OK) {
            CdsArchive.writeWhereMissing(progress);
        }
        return outcome;
    }

    private RunOutcome partsAndReport(RunDirectory directory, RunRecorder recorder) {
        // Everything is reported, to programs as well, before the cancellation is closed: after Ctrl-C the process ends
        // with it.
        try (Cancellation cancellation = new Cancellation();
                supervisor) {
            return followed(() -> {
                try (Watchers _ = served(directory, recorder.record())) {
                    ExitCode trouble = measureOrReport(directory, recorder, cancellation);
                    progress.clear();
                    cleanLogs(directory);
                    RunOutcome reported = report(directory, trouble);
                    watchers.end(cancellation, trouble != ExitCode.INTERRUPTED);
                    return reported;
                }
            });
        }
    }

    private Watchers served(RunDirectory directory, RunRecord record) {
        watchers.serve(directory.path(), record, progress);
        return watchers;
    }

    /** What ends the run early is reported last, after the report of the trials that were finished before. */
    private ExitCode measureOrReport(RunDirectory directory, RunRecorder recorder, Cancellation cancellation) {
        try {
            return measure(directory, recorder, cancellation);
        } catch (CommandFailure e) {
            progress.clear();
            cleanLogs(directory);
            if (!new Reporting(directory, out).nothing() && !(e.getCause() instanceof StoreException)) {
                report(directory, e.exitCode());
            }
            throw e;
        }
    }

    private void cleanLogs(RunDirectory directory) {
        try {
            new CollectedLogs(ProcessRedactor.known()).clean(directory.path());
        } catch (IOException e) {
            progress.warn("warning: the logs in " + directory.path() + " may contain secrets: " + e.getMessage());
        }
    }

    private ExitCode measure(RunDirectory directory, RunRecorder recorder, Cancellation cancellation) {
        ExitCode trouble = ExitCode.OK;
        RunContext context = new RunContext(
                cache, supervisor, artifacts, AssayInstallation.running(), progress, watchers.audience());
        RunStage.Setting setting = new RunStage.Setting(directory, context, cancellation, recorder);
        for (RunStage part : parts) {
            ExitCode code = part.run(setting);
            trouble = trouble == ExitCode.OK ? code : trouble;
        }
        return cancellation.wasCancelled() ? ExitCode.INTERRUPTED : trouble;
    }

    private RunOutcome report(RunDirectory directory, ExitCode trouble) {
        if (trouble == ExitCode.INTERRUPTED && request.choices().isPresent()) {
            progress.say("to continue it: " + request.commandLine().getFirst() + " "
                    + (StudyFile.isStudy(request.scenarioText()) ? "study" : "run") + " --resume " + directory.path());
        }
        Reporting reporting = new Reporting(directory, out, verbose, Optional.empty());
        if (reporting.nothing() && trouble != ExitCode.OK) {
            progress.warn("nothing finished, so there is nothing to report; partial data is in " + directory.path());
            return new RunOutcome(Grade.INVALID, trouble);
        }
        try {
            RunOutcome reported = reporting.publish();
            return new RunOutcome(reported.worst(), reported.verifications(), trouble);
        } catch (StoreException e) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    e.getMessage() + System.lineSeparator()
                            + "assay: the finished trials are kept; once that is fixed, 'assay report "
                            + directory.path() + "' creates the report",
                    e);
        }
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
                machine,
                Map.of(),
                List.of(),
                request.planned(),
                request.choices(),
                List.of(),
                List.of(),
                List.of(),
                MachineCalibration.of(cache, machine).status(start));
    }
}
