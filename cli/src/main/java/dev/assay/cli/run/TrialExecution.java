package dev.assay.cli.run;

import dev.assay.cli.exit.CommandFailure;
import dev.assay.cli.exit.ExitCode;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.scenario.Deployment;
import dev.assay.fleet.coordinator.FleetException;
import dev.assay.fleet.coordinator.TrialFailedException;
import dev.assay.fleet.coordinator.TrialOutcome;
import dev.assay.fleet.coordinator.TrialRequest;
import dev.assay.fleet.coordinator.TrialRunner;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.deploy.SystemDeployment;
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

    private final Trials request;
    private final RunDirectory directory;
    private final Surroundings surroundings;
    private final Cancellation cancellation;
    private final Clusters clusters;
    private final String runId;
    private final Map<String, String> checksums = new TreeMap<>();
    /** What this machine cannot tell is said once, not with every trial. */
    private final Set<String> told = new HashSet<>();

    TrialExecution(Trials trials, RunPart.Setting setting) {
        this.request = trials;
        this.directory = setting.directory();
        this.surroundings = setting.surroundings();
        this.cancellation = setting.cancellation();
        this.clusters = new Clusters(
                surroundings,
                new SystemDeployment(surroundings.cache(), surroundings.supervisor(), surroundings.progress()));
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
     * @return OK when the trial came to its end, whatever its verdict; else what stood in the way, which has been told
     * @throws CommandFailure when the same would stand in the way of every other trial
     */
    ExitCode run(PlannedTrial trial) {
        surroundings.progress().trial(title(trial));
        try (TrialWriter writer = directory.begin(trial.folder())) {
            try {
                prepareAndMeasure(trial, writer);
                return ExitCode.OK;
            } catch (TrialFailedException | FleetException | InterruptedException | RuntimeException e) {
                return failed(
                        trial, writer, cancellation.wasCancelled() ? TrialFailure.cancelled(e) : TrialFailure.of(e));
            }
        }
    }

    private void prepareAndMeasure(PlannedTrial trial, TrialWriter writer)
            throws TrialFailedException, FleetException, InterruptedException {
        cancellation.onCancel(new Interruption(surroundings.supervisor()));
        Cluster cluster = clusters.forTrial(trial, writer.logs());
        checksums.putAll(cluster.artifacts());
        checksums.putAll(surroundings.workerClassPath(trial.spec().system()).checksums());
        try (Workers workers = Workers.start(request.workers(), trial, surroundings, writer.logs())) {
            measure(trial, cluster, workers, writer);
            workers.keepClasses();
        }
    }

    private void measure(PlannedTrial trial, Cluster cluster, Workers workers, TrialWriter writer)
            throws TrialFailedException, InterruptedException {
        TrialRunner runner = new TrialRunner();
        cancellation.onCancel(runner::cancel);
        cluster.onFailure(runner::fail);
        try (Observation observation = Observation.begin(cluster, workers, surroundings)) {
            Recording recording = new Recording(
                    trial,
                    workers,
                    observation,
                    new Recording.Keeping(writer, surroundings.progress()),
                    restOfPlan(trial));
            TrialOutcome outcome = runner.run(
                    new TrialRequest(trial, runId, RANDOM.nextInt(), cluster.connection()),
                    workers.connections(),
                    recording);
            outcome.warnings().forEach(surroundings.progress()::say);
            observation.limitations().stream().filter(told::add).forEach(surroundings.progress()::say);
            writer.finish(new TrialConclusion(trial, cluster, workers, outcome).record(recording, observation));
        }
    }

    private ExitCode failed(PlannedTrial trial, TrialWriter writer, TrialFailure failure) {
        if (failure.endsRun()) {
            throw failure.noted(writer);
        }
        writer.fail(failure.reason());
        surroundings.progress().say("trial " + title(trial) + " failed: " + failure.reason());
        if (failure.workerLost() && trial.spec().system().deployment() == Deployment.EXISTING) {
            surroundings
                    .progress()
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
