package dev.assay.cli.run;

import dev.assay.cli.CommandFailure;
import dev.assay.cli.ExitCode;
import dev.assay.cli.terminal.Progress;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.result.RunRecord;
import dev.assay.fleet.coordinator.FleetException;
import dev.assay.provision.AssayCache;
import dev.assay.provision.artifact.ArtifactCache;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.telemetry.MachineFacts;
import dev.assay.store.RunDirectory;
import dev.assay.store.StoreException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** A whole run: every trial of the plan in order, then the report. */
public final class RunPipeline {
    private final RunRequest request;
    private final Progress progress;
    private final PrintWriter out;
    private final AssayCache cache = AssayCache.standard();
    private final ArtifactCache artifacts;
    private final Leash leash = Leash.open(cache);
    private final Map<String, String> machine;
    private final String startedAt = Instant.now().toString();
    private final Map<String, String> checksums = new TreeMap<>();

    public RunPipeline(RunRequest request, Progress progress, PrintWriter out) {
        this.request = request;
        this.progress = progress;
        this.out = out;
        this.artifacts = new ArtifactCache(cache, progress);
        this.machine = MachineFacts.read(cache.root());
    }

    /** Measures, reports, and says how it went. Whatever happens, nothing that this run started is left running. */
    public RunOutcome run() {
        leash.sweep().forEach(progress::say);
        RunDirectory directory =
                RunDirectory.create(request.out(), request.plan().scenario(), Instant.now());
        directory.write(record(directory.id()));
        ExitCode trouble;
        try (Cancellation cancellation = new Cancellation();
                leash) {
            trouble = measure(directory, cancellation);
            progress.clear();
            RunOutcome reported = report(directory, trouble);
            return new RunOutcome(reported.worst(), trouble);
        }
    }

    private ExitCode measure(RunDirectory directory, Cancellation cancellation) {
        ExitCode trouble = ExitCode.OK;
        Surroundings surroundings = new Surroundings(cache, leash, artifacts, Installation.running(), progress);
        try (TrialExecution execution = new TrialExecution(request, directory, surroundings, cancellation)) {
            for (PlannedTrial trial : request.plan().trials()) {
                if (cancellation.isCancelled()) {
                    break;
                }
                ExitCode code = execution.run(trial);
                trouble = trouble == ExitCode.OK ? code : trouble;
                checksums.putAll(execution.checksums());
                directory.write(record(directory.id()));
            }
        } catch (FleetException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, String.valueOf(e.getMessage()), e);
        }
        return cancellation.isCancelled() ? ExitCode.INTERRUPTED : trouble;
    }

    private RunOutcome report(RunDirectory directory, ExitCode trouble) {
        if (directory.finished().isEmpty() && trouble != ExitCode.OK) {
            throw new CommandFailure(
                    trouble, "the run ended before any trial was finished; what there is lies in " + directory.path());
        }
        try {
            return new Reporting(directory, out).publish();
        } catch (StoreException e) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    e.getMessage() + System.lineSeparator()
                            + "assay: the finished trials are kept; once that is mended, 'assay report "
                            + directory.path() + "' makes the report",
                    e);
        }
    }

    private RunRecord record(String id) {
        return new RunRecord(
                id,
                request.plan().scenario(),
                Secrets.masked(request.scenarioText()),
                Secrets.masked(request.overrides()),
                Secrets.masked(request.commandLine()),
                startedAt,
                "0.1.0",
                machine,
                checksums,
                request.plan().trials().stream().map(PlannedTrial::folder).toList());
    }
}
