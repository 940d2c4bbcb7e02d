package dev.assay.cli.run;

import dev.assay.cli.exit.CommandFailure;
import dev.assay.cli.exit.ExitCode;
import dev.assay.coordination.coordinator.CoordinationException;
import dev.assay.coordination.coordinator.TrialFailedException;
import dev.assay.coordination.coordinator.TrialOutcome;
import dev.assay.coordination.coordinator.TrialRequest;
import dev.assay.coordination.coordinator.TrialRunner;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.scenario.Deployment;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.system.SystemDeployment;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Runs trials one after the other: cluster up, workers up, load, verdict, record. */
final class TrialExecution implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final TrialsStage request;
    private final RunDirectory directory;
    private final RunContext context;
    private final Cancellation cancellation;
    private final Clusters clusters;
    private final String runId;
    private final Map<String, String> checksums = new TreeMap<>();
    /** What this machine cannot tell is said once, not with every trial. */
    private final Set<String> reported = new HashSet<>();

    TrialExecution(TrialsStage trials, RunStage.Setting setting) {
        this.request = trials;
        this.directory = setting.directory();
        this.context = setting.context();
        this.cancellation = setting.cancellation();
        this.clusters = new Clusters(
                context,
                new SystemDeployment(context.cache(), context.supervisor(), context.progress()),
                trials.workers().count());
        byte[] id = new byte[4];
        RANDOM.nextBytes(id);
        this.runId = HexFormat.of().formatHex(id);
    }

    /** What was fetched so far: coordinates to SHA-256. */
    Map<String, String> checksums() {
        return checksums;
    }

    /**
     * Runs one trial and writes it down.
     *
     * @return OK when the trial finished, whatever its verdict; else what stood in the way, which has been reported
     * @throws CommandFailure when the same would stand in the way of every other trial
     */
    ExitCode run(PlannedTrial trial) {
        context.progress().trial(title(trial));
        try (TrialWriter writer = directory.begin(trial.folder())) {
            try {
                prepareAndMeasure(trial, writer);
                return ExitCode.OK;
            } catch (TrialFailedException | CoordinationException | InterruptedException | RuntimeException e) {
                return failed(
                        trial,
                        writer,
                        cancellation.wasCancelled()
                                ? TrialFailure.cancelled(e)
                                : TrialFailure.of(e).explainedBy(clusters.failure()));
            }
        }
    }

    private void prepareAndMeasure(PlannedTrial trial, TrialWriter writer)
            throws TrialFailedException, CoordinationException, InterruptedException {
        cancellation.onCancel(new Interruption(context.supervisor()));
        Cluster cluster = clusters.forTrial(trial, writer.logs());
        checksums.putAll(cluster.artifacts());
        checksums.putAll(context.workerClassPath(trial.spec().system()).checksums());
        try (Workers workers = Workers.start(request.workers(), trial, context, writer.logs())) {
            measure(trial, cluster, workers, writer);
            workers.keepClasses();
        }
    }

    private void measure(PlannedTrial trial, Cluster cluster, Workers workers, TrialWriter writer)
            throws TrialFailedException, InterruptedException {
        TrialRunner runner = new TrialRunner();
        cancellation.onCancel(runner::cancel);
        cluster.onFailure(runner::fail);
        try (TelemetryRecorder observation = TelemetryRecorder.begin(cluster, workers, context)) {
            TrialRecorder recording = new TrialRecorder(
                    trial,
                    workers,
                    observation,
                    new TrialRecorder.Keeping(writer, context.progress()),
                    restOfPlan(trial));
            TrialOutcome outcome = runner.run(
                    new TrialRequest(trial, runId, RANDOM.nextInt(), cluster.connection()),
                    workers.connections(),
                    recording);
            outcome.warnings().forEach(context.progress()::say);
            observation.limitations().stream().filter(reported::add).forEach(context.progress()::say);
            writer.finish(new TrialConclusion(trial, cluster, workers, outcome).record(recording, observation));
        }
    }

    private ExitCode failed(PlannedTrial trial, TrialWriter writer, TrialFailure failure) {
        if (failure.endsRun()) {
            throw failure.noted(writer);
        }
        writer.fail(failure.reason());
        context.progress().say("trial " + title(trial) + " failed: " + failure.reason());
        if (failure.workerLost() && trial.spec().system().deployment() == Deployment.EXISTING) {
            context.progress()
                    .say("what the lost worker had created may be left behind: its names begin with "
                            + TrialRequest.prefix(runId, trial));
        }
        return failure.code();
    }

    private String title(PlannedTrial trial) {
        return trial.number() + "/" + request.plan().trials().size() + " " + trial.label();
    }

    private Duration restOfPlan(PlannedTrial current) {
        return request.plan().trials().stream()
                .filter(trial -> trial.number() > current.number())
                .map(trial -> trial.spec()
                        .timing()
                        .warmup()
                        .plus(trial.spec().timing().measure()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void close() {
        clusters.close();
    }
}
