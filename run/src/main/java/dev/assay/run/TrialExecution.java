package dev.assay.run;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.model.result.CreationEntry;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.PhaseSpec.PageCache;
import dev.assay.model.trial.TrialListener;
import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.Timeouts;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.coordinator.TrialRunner;
import dev.assay.run.coordinator.WorkerHeap;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.TrialWriter;
import dev.assay.run.event.RunEvent;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.run.launch.WorkerDemand;
import dev.assay.scenario.experiment.Outlook;
import dev.assay.scenario.plan.PlannedTrial;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Runs trials one after the other: cluster up, workers up, load, verdict, record. */
final class TrialExecution implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final WorkerChoice choice;
    private final HarnessFaults faults;
    private final RunDirectory directory;
    private final RunContext context;
    private final Cancellation cancellation;
    private final RunRecorder recorder;
    private final Clusters clusters;
    private final String runId;
    private final RunForecast forecast = new RunForecast(System::nanoTime);
    private final Map<String, String> checksums = new TreeMap<>();
    /** What this machine cannot tell is said once, not with every trial. */
    private final Set<String> reported = new HashSet<>();

    TrialExecution(WorkerChoice choice, HarnessFaults faults, boolean freshClusters, RunStage.Setting setting) {
        this.choice = choice;
        this.faults = faults;
        this.recorder = setting.recorder();
        this.directory = setting.directory();
        this.context = setting.context();
        this.cancellation = setting.cancellation();
        this.clusters = new Clusters(
                context,
                new SystemDeployment(context.cache(), context.supervisor(), context.progress()),
                freshClusters);
        byte[] id = new byte[4];
        RANDOM.nextBytes(id);
        this.runId = HexFormat.of().formatHex(id);
    }

    /** The trials from now on are not to share a cluster with those before. */
    void beginAnew() {
        clusters.close();
    }

    /** What was fetched so far: coordinates to SHA-256. */
    Map<String, String> checksums() {
        return checksums;
    }

    /** A trial that has its result from before the run was interrupted; a cluster that is still up has it behind it. */
    void passOver(PlannedTrial trial) {
        Instant started = directory.hasFinished(trial.folder())
                ? Instant.parse(directory.readRecord(trial.folder()).startedAt())
                : Instant.parse(recorder.record().startedAt());
        rememberInterruptions(trial);
        clusters.remember(trial, trial.folder(), started);
    }

    private void rememberInterruptions(PlannedTrial trial) {
        Instant runStart = Instant.parse(recorder.record().startedAt());
        recorder.interruptionsOf(trial).forEach(folder -> clusters.remember(trial, folder, runStart));
    }

    /**
     * Runs one trial and writes it down.
     *
     * @param outlook how much the experiment asks for, this trial included
     * @return OK when the trial finished, whatever its verdict; else what stood in the way, which has been reported
     * @throws CommandFailure when the same would stand in the way of every other trial
     */
    ExitCode run(PlannedTrial trial, Outlook outlook) {
        String title = trial.number() + "/" + outlook.trials() + " " + trial.label();
        context.progress().trial(title);
        context.progress().event(started(trial, outlook));
        forecast.begin(trial, outlook);
        try (TrialWriter writer = directory.begin(trial.folder())) {
            TrialListeners listeners = TrialListeners.of(writer, new TrialProgress(context.progress(), forecast));
            try {
                prepareAndMeasure(trial, writer.logs(), listeners);
                forecast.end();
                return ExitCode.OK;
            } catch (TrialFailedException | CoordinationException | InterruptedException | RuntimeException | Error e) {
                TrialFailure failure = cancellation.wasCancelled() && !(e instanceof Error)
                        ? TrialFailure.cancelled(e)
                        : TrialFailure.of(e).explainedBy(clusters.failure());
                if (failure.interruption()) {
                    writer.interrupted();
                } else if (failure.code() == ExitCode.SYSTEM_UNDER_TEST) {
                    writer.systemFailed();
                }
                return failed(trial, title, listeners.all(), failure);
            }
        }
    }

    private void prepareAndMeasure(PlannedTrial trial, Path logs, TrialListeners listeners)
            throws TrialFailedException, CoordinationException, InterruptedException {
        cancellation.onCancel(new Interruption(context.supervisor()));
        rememberInterruptions(trial);
        Cluster cluster = clusters.forTrial(trial, logs);
        checksums.putAll(cluster.artifacts());
        checksums.putAll(context.workerClassPath(trial.spec().system()).checksums());
        try (Workers workers = acquire(trial, logs)) {
            measure(trial, cluster, workers, listeners);
            workers.keepClasses();
        } finally {
            clusters.deleted();
        }
    }

    private Workers acquire(PlannedTrial trial, Path logs) throws CoordinationException, InterruptedException {
        return Workers.acquire(
                WorkerPools.of(choice, faults, context),
                new WorkerDemand(
                        choice.count(),
                        WorkerHeap.of(trial.spec(), choice.count()).bytes(),
                        trial.spec().system(),
                        logs),
                context);
    }

    private void measure(PlannedTrial trial, Cluster cluster, Workers workers, TrialListeners listeners)
            throws TrialFailedException, InterruptedException {
        ClusterActions actions = new ClusterActions(cluster);
        actions.check(trial.spec());
        if (trial.spec().pageCache() == PageCache.DROP) {
            actions.dropPageCache();
        }
        SteadyWatch watch = new SteadyWatch();
        TrialRunner runner = runner(trial, actions, watch);
        cancellation.onCancel(runner::cancel);
        cluster.onFailure(runner::fail);
        TrialRequest load = new TrialRequest(trial, runId, RANDOM.nextInt(), cluster.connection());
        try (LocalTelemetry telemetry =
                LocalTelemetry.begin(cluster, clusters.figures(trial.spec().system()), workers, context)) {
            TrialFeed feed = new TrialFeed(
                    TrialListener.all(List.of(watch, disturbed(listeners.all(), workers))),
                    load,
                    telemetry::latest,
                    workers.names(),
                    workers.processes().keySet());
            TrialOutcome outcome = runner.run(load, workers.connections(), feed);
            feed.finish();
            outcome.warnings().forEach(context.progress()::warn);
            if (!outcome.warnings().isEmpty() && trial.spec().system().deployment() == Deployment.EXISTING) {
                context.progress().warn("'assay cleanup " + directory.path() + "' tries again");
            }
            Stream.concat(telemetry.limitations().stream(), feed.limitations().stream())
                    .filter(reported::add)
                    .forEach(context.progress()::warn);
            TrialConclusion conclusion = new TrialConclusion(
                    trial, cluster, clusters.history(outcome.start().instant()), workers, outcome);
            TrialRecord judged = conclusion.judged(listeners.files());
            listeners.all().onFinish(judged);
            context.progress()
                    .event(new RunEvent.TrialFinished(
                            trial.folder(),
                            judged.verdict().grade(),
                            judged.verdict().reasons()));
        }
    }

    /** One that takes down what it creates where that would stay if it were killed. */
    private TrialRunner runner(PlannedTrial trial, ClusterActions actions, SteadyWatch watch) {
        TrialRunner runner = new TrialRunner(Timeouts.DEFAULT, actions, watch);
        return trial.spec().system().deployment() == Deployment.EXISTING
                ? runner.noting((step, topics) -> directory
                        .creations()
                        .append(new CreationEntry(
                                Instant.now().toString(),
                                trial.folder(),
                                step,
                                topics.stream()
                                        .map(topic -> new CreationEntry.Topic(
                                                topic.name(), topic.partitions(), topic.subscriptions()))
                                        .toList())))
                : runner;
    }

    /** With what a self-test does to the first of the workers. */
    private TrialListener disturbed(TrialListener all, Workers workers) {
        Optional<ProcessHandle> first = workers.processes().values().stream().findFirst();
        return faults.freeze()
                .flatMap(freeze -> first.map(worker -> new WorkerFreeze(freeze, worker)))
                .map(freezing -> TrialListener.all(List.of(all, freezing)))
                .orElse(all);
    }

    private ExitCode failed(PlannedTrial trial, String title, TrialListener listeners, TrialFailure failure) {
        context.progress().event(new RunEvent.TrialFailed(trial.folder(), failure.reason()));
        if (failure.endsRun()) {
            throw failure.noted(listeners);
        }
        listeners.onFailure(failure.reason());
        context.progress().warn("trial " + title + " failed: " + failure.reason());
        if (failure.workerLost() && trial.spec().system().deployment() == Deployment.EXISTING) {
            context.progress()
                    .warn("what the lost worker had created may be left behind: its names begin with "
                            + TrialRequest.prefix(runId, trial) + "; 'assay cleanup " + directory.path()
                            + "' removes it");
        }
        return failure.code();
    }

    private static RunEvent started(PlannedTrial trial, Outlook outlook) {
        return new RunEvent.TrialStarted(
                trial.folder(),
                trial.number(),
                outlook.least(),
                outlook.most(),
                trial.label(),
                trial.repetition(),
                trial.spec().timeline().endNanos() / 1e9);
    }

    @Override
    public void close() {
        clusters.close();
    }
}
