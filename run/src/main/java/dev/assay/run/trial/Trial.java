package dev.assay.run.trial;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.driver.LocalClock;
import dev.assay.driver.TopicSpec;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.CreationEntry;
import dev.assay.model.result.CreationEntry.Step;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialCourse;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.TrialPlan;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSetup;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.PhaseSpec.PageCache;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.model.trial.TrialStage;
import dev.assay.model.unit.DurationText;
import dev.assay.run.coordinator.ClockWatch;
import dev.assay.run.coordinator.CompatibilityCheck;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.IntervalSink;
import dev.assay.run.coordinator.LoadAssigner;
import dev.assay.run.coordinator.LoadStart;
import dev.assay.run.coordinator.LossRecheck;
import dev.assay.run.coordinator.ReportBounds;
import dev.assay.run.coordinator.SystemActions;
import dev.assay.run.coordinator.TimelineRun;
import dev.assay.run.coordinator.Timeouts;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.coordinator.TrialSignals;
import dev.assay.run.coordinator.TrialWorkers;
import dev.assay.run.coordinator.WorkerCommands;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerHeap;
import dev.assay.run.coordinator.WorkerHosts;
import dev.assay.run.coordinator.WorkerIdentity;
import dev.assay.run.deployment.ClusterActions;
import dev.assay.run.deployment.Clusters;
import dev.assay.run.deployment.Observers;
import dev.assay.run.deployment.ServerSettings;
import dev.assay.run.event.Progress;
import dev.assay.run.event.RunEvent;
import dev.assay.run.launch.OwnRuns;
import dev.assay.run.preflight.RunTimeEstimate;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.run.stage.Cancellation;
import dev.assay.run.stage.HarnessFaults;
import dev.assay.run.stage.Interruption;
import dev.assay.run.stage.Plugins;
import dev.assay.run.stage.RunContext;
import dev.assay.run.stage.RunRecorder;
import dev.assay.run.stage.RunStage;
import dev.assay.run.workers.PodPlace;
import dev.assay.run.workers.SshLauncher;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.run.workers.WorkerDemand;
import dev.assay.run.workers.WorkerPool;
import dev.assay.run.workers.WorkerPools;
import dev.assay.run.workers.Workers;
import dev.assay.scenario.plan.ClusterNeed;
import dev.assay.scenario.plan.ClusterWarmUp;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Executes the whole life of a trial, from top to bottom: its folder, its cluster, its workers; the workers' work, which is a {@link
 * Measurement}; and its record with the verdict. {@link Shared} holds what the trials of a run share.
 */
public final class Trial {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Shared run;
    private final PlannedTrial trial;
    private final ProgressEstimate estimate;
    private final String title;

    /**
     * @param before number of trials done, which its number does not tell where an experiment skips some or measures one again
     * @param estimate what the experiment asks for, this trial included
     */
    Trial(Shared run, PlannedTrial trial, int before, ProgressEstimate estimate) {
        this.run = run;
        this.trial = trial;
        this.estimate = estimate;
        this.title = (before + 1) + "/" + estimate.trials() + " " + trial.label();
    }

    /** Holds what the trials of a run have in common, such as the cluster that they may share; one trial at a time. */
    static final class Shared implements AutoCloseable {
        private final Plan plan;
        private final WorkerChoice choice;
        private final HarnessFaults faults;
        private final boolean ignoresAlarms;
        private final RunDirectory directory;
        private final RunContext context;
        private final Cancellation cancellation;
        private final RunRecorder recorder;
        private final Clusters clusters;
        private final String runId;
        private final RunTimeEstimate estimate;
        private final Map<String, String> checksums = new TreeMap<>();
        /** Limitations of this machine that were reported, since each is reported once and not with every trial. */
        private final Set<String> reported = new HashSet<>();

        private final SshLauncher ssh;
        private final WorkerPool pool;
        /** Workers that wait for another trial on the current cluster. */
        private @Nullable Workers waiting;

        Shared(TrialsStage stage, boolean freshClusters, RunStage.Setting setting) {
            this.plan = stage.plan();
            this.choice = stage.workers();
            this.ignoresAlarms = stage.ignoresAlarms();
            this.faults = stage.faults();
            this.recorder = setting.recorder();
            this.directory = setting.directory();
            this.context = setting.context();
            this.cancellation = setting.cancellation();
            this.estimate = new RunTimeEstimate(context.clock()::nanoTime);
            this.clusters = new Clusters(
                    context,
                    new SystemDeployment(context.cache(), context.supervisor(), context.progress()),
                    freshClusters,
                    this::endWorkers);
            byte[] id = new byte[4];
            RANDOM.nextBytes(id);
            this.runId = HexFormat.of().formatHex(id);
            this.ssh = WorkerPools.ssh(context);
            this.pool = stage.pools().of(choice, faults, context, ssh);
        }

        /**
         * Returns workers for a load: waiting ones where they are suitable, else new ones. They are the caller's until it {@linkplain
         * #release releases} them.
         */
        private Workers acquire(WorkerDemand demand) throws CoordinationException, InterruptedException {
            Workers before = waiting;
            if (before != null && before.serve(demand)) {
                waiting = null;
                return before;
            }
            endWorkers();
            return Workers.acquire(pool, demand, context);
        }

        /**
         * Makes workers wait for another trial on their cluster, or ends them.
         *
         * @param again whether they are needed for another trial
         */
        private void release(Workers workers, boolean again) {
            if (again) {
                waiting = workers;
            } else {
                workers.close();
            }
        }

        private void endWorkers() {
            Workers before = waiting;
            waiting = null;
            if (before != null) {
                before.close();
            }
        }

        /** Closes the current cluster, so that the next trials get another one. */
        void beginAnew() {
            clusters.close();
        }

        /** Returns the SHA-256 of artifacts fetched so far, by coordinates. */
        Map<String, String> checksums() {
            return checksums;
        }

        /**
         * Skips a trial that has its result from before the run was interrupted; it is part of the history of a cluster that is still up.
         */
        void passOver(PlannedTrial trial) {
            Instant started = directory.hasFinished(trial.folder())
                    ? Instant.parse(
                            directory.readRecord(trial.folder()).course().startedAt())
                    : Instant.parse(recorder.record().startedAt());
            rememberInterruptions(trial);
            clusters.remember(trial, trial.folder(), started);
        }

        private void rememberInterruptions(PlannedTrial trial) {
            Instant runStart = Instant.parse(recorder.record().startedAt());
            recorder.interruptionsOf(trial).forEach(folder -> clusters.remember(trial, folder, runStart));
        }

        @Override
        public void close() {
            clusters.close();
        }
    }

    // ---- From its folder to its failure

    /**
     * Runs the trial and records it.
     *
     * @return OK when the trial finished, whatever its verdict; else the code of the failure, which has been reported
     * @throws CommandFailure when the same would stand in the way of every other trial
     */
    ExitCode run() {
        Progress progress = run.context.progress();
        progress.trial(title);
        progress.event(new RunEvent.TrialStarted(
                trial.folder(),
                trial.number(),
                estimate.min(),
                estimate.max(),
                trial.label(),
                trial.repetition(),
                trial.spec().timeline().endNanos() / 1e9));
        run.estimate.begin(trial, estimate);
        try (TrialWriter files = run.directory.begin(trial.folder(), run.choice.count())) {
            TrialListener listeners = TrialListener.all(List.of(
                    files,
                    new TrialProgress(progress, run.estimate),
                    run.context.audience().of(trial)));
            try {
                prepareAndMeasure(files, listeners);
                run.estimate.end();
                return ExitCode.OK;
            } catch (TrialFailedException | CoordinationException | InterruptedException | RuntimeException | Error e) {
                TrialFailure failure = run.cancellation.wasCancelled() && !(e instanceof Error)
                        ? TrialFailure.cancelled(e)
                        : TrialFailure.of(e).explainedBy(run.clusters.failure());
                if (failure.interruption()) {
                    files.interrupted();
                } else if (failure.code() == ExitCode.SYSTEM_UNDER_TEST) {
                    files.systemFailed();
                }
                return failed(listeners, failure);
            }
        }
    }

    private ExitCode failed(TrialListener listeners, TrialFailure failure) {
        Progress progress = run.context.progress();
        progress.event(new RunEvent.TrialFailed(trial.folder(), failure.reason()));
        if (failure.endsRun()) {
            throw failure.noted(listeners);
        }
        listeners.on(new TrialEvent.Failure(failure.reason()));
        progress.warn("trial " + title + " failed: " + failure.reason());
        if (failure.workerLost() && isOnForeignCluster()) {
            progress.warn("what the lost worker had created may be left behind: its names begin with "
                    + TrialRequest.prefix(run.runId, trial) + "; 'assay cleanup " + run.directory.path()
                    + "' removes it");
        }
        return failure.code();
    }

    private boolean isOnForeignCluster() {
        return trial.spec().system().deployment() == Deployment.EXISTING;
    }

    // ---- Cluster and workers

    private void prepareAndMeasure(TrialWriter files, TrialListener listeners)
            throws TrialFailedException, CoordinationException, InterruptedException {
        RunContext context = run.context;
        run.cancellation.onCancel(new Interruption(context.supervisor()));
        run.rememberInterruptions(trial);
        Cluster cluster = run.clusters.forTrial(trial, files.logs());
        run.checksums.putAll(cluster.artifacts());
        run.checksums.putAll(Plugins.checksums(trial.spec().system().system()));
        run.checksums.putAll(run.pool.artifacts(trial.spec().system()));
        if (run.clusters.isNewAndShared() && beforeAll().isPresent()) {
            warmUp(cluster, beforeAll().get(), files.logs());
        }
        try (Observers observers = listen(files.logs())) {
            withWorkers(trial.spec(), files.logs(), workers -> {
                TrialOutcome outcome = measure(cluster, workers, observers, files, listeners);
                workers.keepClasses();
                return outcome;
            });
        } finally {
            run.clusters.deleted();
        }
    }

    /** Listens to the observers of the servers of an existing cluster; to none where Assay watches its own. */
    private Observers listen(Path logs) throws CoordinationException, InterruptedException {
        return trial.spec().onServersOfOthers()
                ? Observers.listen(run.choice, WorkerPools.observers(run.choice, run.context, run.ssh), logs)
                : Observers.NONE;
    }

    /** Returns the load by which a cluster is warmed up if trials share it; the workers that drive it measure the trial afterwards. */
    private Optional<ClusterWarmUp> beforeAll() {
        return ClusterWarmUp.of(run.plan, ClusterNeed.of(trial.spec()));
    }

    private void warmUp(Cluster cluster, ClusterWarmUp load, Path logs)
            throws TrialFailedException, CoordinationException, InterruptedException {
        run.context
                .progress()
                .step("warming the new cluster up: %,.0f msg/s %s %s"
                        .formatted(
                                load.rate().perSecond(),
                                load.steady() ? "until steady, for at most" : "for",
                                DurationText.format(load.length())));
        PlannedTrial unjudged =
                new PlannedTrial(trial.number(), "warm-up", trial.repetition(), Map.of(), load.load(), trial.seed());
        withWorkers(load.load(), logs, workers -> {
            SteadyWatch watch = new SteadyWatch();
            Measurement measurement = new Measurement(Timeouts.DEFAULT, SystemActions.NONE, watch, run.context.clock());
            run.cancellation.onCancel(measurement::cancel);
            cluster.onFailure(measurement::fail);
            TrialRequest request = new TrialRequest(unjudged, run.runId + "w", RANDOM.nextInt(), cluster);
            try (LocalTelemetry telemetry = LocalTelemetry.begin(cluster, List.of(), workers, run.context)) {
                TrialListener shown = TrialProgress.ofClusterWarmUp(
                        run.context.progress(), run.estimate, Plan.loadTime(List.of(trial)));
                TrialFeed feed = new TrialFeed(
                        TrialListener.all(List.of(watch, shown)),
                        request,
                        telemetry::next,
                        workers.names(),
                        workers.processes().keySet());
                TrialOutcome outcome = measurement.run(request, workers.connections(), feed);
                warn(outcome.warnings());
                long end = outcome.phases().getLast().endNanos();
                run.clusters.warmedUp(new ClusterHistory.WarmUp(
                        load.rate().perSecond(), Duration.ofNanos(end).toMillis() / 1e3));
                return outcome;
            }
        });
        run.cancellation.onCancel(new Interruption(run.context.supervisor()));
    }

    @FunctionalInterface
    private interface WorkersTask {
        TrialOutcome with(Workers workers) throws TrialFailedException, CoordinationException, InterruptedException;
    }

    /**
     * Gives workers to the task. Keeping JVMs for several trials is an exception: blocks are independent of each other only where each has
     * new ones.
     */
    private void withWorkers(TrialSpec load, Path logs, WorkersTask task)
            throws TrialFailedException, CoordinationException, InterruptedException {
        int count = run.choice.count();
        boolean shared = beforeAll().isPresent();
        ClusterNeed need = ClusterNeed.of(trial.spec());
        Stream<TrialSpec> otherSpecs = shared ? run.plan.trials().stream().map(PlannedTrial::spec) : Stream.empty();
        long heapBytes = Stream.concat(
                        Stream.of(load),
                        otherSpecs.filter(other -> ClusterNeed.of(other).equals(need)))
                .mapToLong(each -> WorkerHeap.of(each, count).bytes())
                .max()
                .orElseThrow();
        Workers workers =
                run.acquire(new WorkerDemand(count, heapBytes, trial.spec().system(), logs));
        boolean again = false;
        try {
            again = task.with(workers).lostWorkers().isEmpty() && shared;
        } finally {
            run.release(workers, again);
        }
    }

    private TrialOutcome measure(
            Cluster cluster, Workers workers, Observers observers, TrialWriter files, TrialListener listeners)
            throws TrialFailedException, InterruptedException {
        ClusterActions actions = new ClusterActions(cluster, observers);
        actions.check(trial.spec());
        if (trial.spec().pageCache() == PageCache.DROP) {
            actions.dropPageCache();
        }
        SteadyWatch watch =
                new SteadyWatch(isOnForeignCluster() && cluster.nodes().isEmpty() && observers.isEmpty());
        Measurement measurement = new Measurement(Timeouts.DEFAULT, actions, watch, run.context.clock())
                .tolerating(run.choice.tolerate());
        if (isOnForeignCluster()) {
            OwnRuns.of(run.context.cache()).addTopics(run.recorder.record(), run.runId);
            measurement.noting(this::noteCreation);
        }
        if (isOnForeignCluster() && trial.spec().on().isEmpty() && !run.ignoresAlarms) {
            measurement.guarding();
        }
        run.cancellation.onCancel(measurement::cancel);
        cluster.onFailure(measurement::fail);
        TrialRequest load = new TrialRequest(trial, run.runId, RANDOM.nextInt(), cluster);
        try (LocalTelemetry telemetry =
                LocalTelemetry.begin(cluster, run.clusters.metrics(trial.spec().system()), workers, run.context)) {
            TrialFeed feed = new TrialFeed(
                    TrialListener.all(List.of(watch, disturbed(listeners, workers))),
                    load,
                    telemetry::next,
                    workers.names(),
                    workers.processes().keySet());
            feed.observedBy(
                    observers,
                    workers.connections().stream()
                            .map(WorkerConnection::identity)
                            .toList());
            TrialOutcome outcome = measurement.run(load, workers.connections(), feed);
            feed.finish();
            warn(outcome.warnings());
            Stream.of(telemetry.limitations(), observers.limitations(), feed.limitations())
                    .flatMap(List::stream)
                    .filter(run.reported::add)
                    .forEach(run.context.progress()::warn);
            ClusterHistory history = run.clusters.history(outcome.start().instant());
            files.observed(observers.machines());
            PodPlace.placement().ifPresent(files::placed);
            TrialRecord facts = facts(cluster, history, workers, observers, outcome);
            TrialRecord judged = facts.judged(VerdictRules.PRESENT.judge(files.stored(facts)));
            listeners.on(new TrialEvent.Finish(judged));
            run.context.progress().event(RunEvent.TrialFinished.of(judged));
            return outcome;
        }
    }

    private void warn(List<String> warnings) {
        warnings.forEach(run.context.progress()::warn);
        if (!warnings.isEmpty() && isOnForeignCluster()) {
            run.context.progress().warn("'assay cleanup " + run.directory.path() + "' tries again");
        }
    }

    /** Records topics before they are created on a cluster of others, where they would stay if this process were killed. */
    private void noteCreation(Step step, List<TopicSpec> topics) {
        List<CreationEntry.Topic> noted = topics.stream()
                .map(topic -> new CreationEntry.Topic(topic.name(), topic.partitions(), topic.subscriptions()))
                .toList();
        run.directory
                .creations()
                .append(new CreationEntry(run.context.clock().instant().toString(), trial.folder(), step, noted));
    }

    private TrialListener disturbed(TrialListener listeners, Workers workers) {
        HarnessFaults.Freeze freeze = run.faults.freeze();
        if (freeze == null || workers.processes().isEmpty()) {
            return listeners;
        }
        ProcessHandle first = workers.processes().values().iterator().next();
        return TrialListener.all(List.of(listeners, new WorkerFreeze(freeze, first)));
    }

    // ---- Load

    /**
     * Directs the workers during a trial, from creating its topics to deleting them: they open clients, start together, send along the
     * timeline, drain and return their ledgers, which are reconciled. Serves one trial.
     */
    public static final class Measurement {
        /** The time for late duplicates to show up after everything has arrived. */
        private static final long QUIET_NANOS = 1_000_000_000;

        /** The age that workers' reports have at most, about; without it a drain of 0 could never be met. */
        private static final long NEWS_NANOS = 500_000_000;

        private final Timeouts timeouts;
        private final SystemActions actions;
        private final SteadyWatch watch;
        private final TrialSignals events;
        private @Nullable TopicJournal journal;
        private boolean guards;
        private int tolerated;

        public Measurement(Timeouts timeouts) {
            this(timeouts, SystemActions.NONE, new SteadyWatch());
        }

        /**
         * @param actions that can be done to the system while the load runs
         * @param watch gets the trial's seconds, on the thread that runs the trial, from the code that makes them of its intervals; phases
         *     may end once the trial is steady
         */
        public Measurement(Timeouts timeouts, SystemActions actions, SteadyWatch watch) {
            this(timeouts, actions, watch, LocalClock.SYSTEM);
        }

        public Measurement(Timeouts timeouts, SystemActions actions, SteadyWatch watch, LocalClock clock) {
            this.events = new TrialSignals(clock);
            this.timeouts = timeouts;
            this.actions = actions;
            this.watch = watch;
        }

        /** Makes the trial record what it creates, before it does. */
        public Measurement noting(TopicJournal names) {
            journal = names;
            return this;
        }

        /** Makes the trial end when the system, which others use as well, is in trouble. */
        public Measurement guarding() {
            guards = true;
            return this;
        }

        public Measurement tolerating(int workers) {
            tolerated = workers;
            return this;
        }

        /**
         * Runs the trial. Every wait is bounded. However it ends, the workers do no more for this trial when it returns, or are stopped as
         * soon as they can be reached.
         *
         * @param workers at least one; the first creates and deletes the topics
         * @param sink takes reports meanwhile
         * @throws TrialFailedException when the trial could not be run to its end; nothing of it counts
         */
        public TrialOutcome run(TrialRequest request, List<WorkerConnection> workers, IntervalSink sink)
                throws TrialFailedException, InterruptedException {
            if (workers.isEmpty()) {
                throw new IllegalArgumentException("a trial needs at least one worker");
            }
            CompatibilityCheck.check(request, workers);
            sink.on(TrialStage.CONNECTING);
            WorkerHosts hosts = WorkerHosts.of(workers, events.clock());
            sink.onPlacement(hosts.placement());
            try (TrialWorkers trialWorkers = new TrialWorkers(workers, events, sink, timeouts, ReportBounds.of(request))
                            .tolerating(tolerated);
                    ClockWatch _ = ClockWatch.begin(hosts, events)) {
                WorkerCommands commands = new WorkerCommands(request, trialWorkers, hosts);
                LoadStart start = begin(request, commands, sink);
                sink.on(TrialStage.LOADING);
                TimelineRun timeline = load(request, trialWorkers, commands, start, sink);
                long loadEnd = start.nanoTime() + timeline.timeline().endNanos();
                sink.on(TrialStage.DRAINING);
                LossRecheck recheck = new LossRecheck(request, trialWorkers, commands, sink);
                long drainNanos = request.trial().spec().timing().drain().toNanos();
                boolean drained = drain(loadEnd + drainNanos + NEWS_NANOS, trialWorkers, commands, recheck);
                if (!drained) {
                    recheck.beforeClosing();
                }
                sink.on(TrialStage.RECONCILING);
                List<WorkerLedger> ledgers = commands.finish();
                hosts.measureAgain();
                recheck.afterClosing(ledgers);
                sink.on(TrialStage.CLEANING_UP);
                List<String> warnings = commands.cleanUp();
                if (warnings.isEmpty() && journal != null) {
                    journal.note(Step.DELETED, request.topics());
                }
                return new TrialOutcome(
                        recheck.reconcile(ledgers),
                        commands.config(),
                        drained,
                        recheck.rechecks(),
                        hosts.errorNanos(),
                        hosts.records(),
                        start,
                        timeline.timeline().phases(),
                        timeline.executed(),
                        timeline.steady(),
                        commands.compression(),
                        workers.stream().map(WorkerConnection::identity).toList(),
                        trialWorkers.totals(),
                        warnings,
                        commands.unordered(),
                        trialWorkers.lost());
            }
        }

        private LoadStart begin(TrialRequest request, WorkerCommands commands, IntervalSink sink)
                throws TrialFailedException, InterruptedException {
            commands.connect();
            sink.on(TrialStage.CREATING_TOPICS);
            noteAhead(request, commands);
            commands.createTopics();
            if (guards) {
                commands.guard();
            }
            sink.on(TrialStage.OPENING);
            commands.open(LoadAssigner.assign(request, commands.workerNames()));
            sink.on(TrialStage.ASSIGNING);
            commands.awaitAssignment(timeouts, sink);
            return commands.start(sink);
        }

        /** Records the planned topics, and fails where one exists: only topics that did not exist before are certainly the trial's own. */
        private void noteAhead(TrialRequest request, WorkerCommands commands)
                throws TrialFailedException, InterruptedException {
            if (journal == null) {
                return;
            }
            List<TopicSpec> topics = request.topics();
            journal.note(Step.PLANNED, topics);
            List<String> existingNames = commands.lookUp(topics);
            List<TopicSpec> existing = topics.stream()
                    .filter(topic -> existingNames.contains(topic.name()))
                    .toList();
            if (!existing.isEmpty()) {
                journal.note(Step.EXISTED, existing);
                throw new TrialFailedException(
                        Kind.SYSTEM,
                        "the topic " + existing.getFirst().name()
                                + " already exists; Assay uses only topics that it creates itself: delete it or run again");
            }
            journal.note(Step.ABSENT, topics);
        }

        private TimelineRun load(
                TrialRequest request, TrialWorkers workers, WorkerCommands commands, LoadStart start, IntervalSink sink)
                throws TrialFailedException, InterruptedException {
            TimelineRun.Program program = TimelineRun.Program.of(request.trial().spec(), watch);
            TimelineRun.Setting setting = new TimelineRun.Setting(commands, actions, sink);
            try (TimelineRun timeline = new TimelineRun(program, workers, setting, start.nanoTime())) {
                timeline.run();
                return timeline;
            }
        }

        /** Returns whether everything has arrived in time. Counts show when to look at the ledgers, which alone show what is missing. */
        private static boolean drain(long deadline, TrialWorkers workers, WorkerCommands commands, LossRecheck recheck)
                throws TrialFailedException, InterruptedException {
            boolean drained = false;
            long patience = QUIET_NANOS;
            while (!drained && workers.await(deadline, () -> enoughArrived(workers, commands))) {
                drained = workers.lost().isEmpty()
                        && recheck.missing(commands.takeStock()).isEmpty();
                long now = workers.now();
                if (!drained && now - deadline >= 0) {
                    break;
                }
                workers.await(drained ? now + QUIET_NANOS : now + Math.min(deadline - now, patience), () -> false);
                // Ledgers with gaps are large: they are asked for less and less often.
                patience *= 2;
            }
            // Messages on their way to a lost worker may reach others much later, so it is not known whether all have.
            return drained
                    || (!workers.lost().isEmpty()
                            && commands.resolved()
                            && recheck.missing(commands.takeStock()).isEmpty());
        }

        /**
         * Returns whether the counts say that everything has arrived. Messages that failed although they arrived count as received, so this
         * may be true too early.
         */
        private static boolean enoughArrived(TrialWorkers workers, WorkerCommands commands) {
            LoadTotals totals = workers.totals();
            return workers.lost().isEmpty()
                    && commands.resolved()
                    && totals.received().stream().allMatch(received -> received >= totals.acked());
        }

        /** Ends the trial at once, from another thread: {@link #run} fails with {@link Kind#CANCELLED} within 2 s. */
        public void cancel() {
            events.stop(Kind.CANCELLED, "the trial was cancelled");
        }

        /** Ends the trial at once, from another thread, because the system under test has failed, such as a dead broker. */
        public void fail(String reason) {
            events.stop(Kind.SYSTEM, reason);
        }
    }

    // ---- Record

    private TrialRecord facts(
            Cluster cluster, ClusterHistory history, Workers workers, Observers observers, TrialOutcome outcome) {
        TrialSpec spec = trial.spec();
        EffectiveConfig config = ServerSettings.added(outcome.config(), cluster, spec, observers.facts());
        List<TrialHost> hosts = observers.added(TrialHosts.of(
                outcome.hosts(), run.context.machine(), cluster.nodes().size()));
        int nodes = cluster.nodes().size() + observers.servers();
        return new TrialRecord(
                new TrialIdentity(trial.number(), trial.label(), trial.repetition(), trial.dimensions()),
                new TrialPlan(
                        ProcessRedactor.keys(spec),
                        spec.workload(),
                        spec.result(),
                        spec.onServersOfOthers()
                                ? NodeDisks.USUAL
                                : spec.system().disks(),
                        spec.system().serverProcessors(),
                        offeredPerSecond(outcome.phases()),
                        (int) Math.round(spec.workload().message().meanBytes())),
                new TrialSetup(
                        identity(cluster, nodes, outcome.workers().getFirst()),
                        spec.effectiveDurability(config, cluster.serverVersion()),
                        config,
                        history,
                        workers.names(),
                        hosts,
                        outcome.clockErrorNanos()),
                new TrialCourse(
                        outcome.start().instant().toString(),
                        outcome.phases(),
                        outcome.events(),
                        outcome.steady(),
                        subscriptions(spec.workload(), outcome.unordered()),
                        new DrainRecord(outcome.drained(), spec.timing().drain().toNanos(), outcome.rechecks()),
                        outcome.delivery(),
                        outcome.compression().stream().toList(),
                        outcome.lostWorkers(),
                        failures(outcome.totals())),
                Verdict.PENDING);
    }

    /** Returns the failures with secrets masked: clients and servers write their messages, and know nothing of secrets. */
    private static List<FailureCount> failures(LoadTotals totals) {
        return totals.failures().stream()
                .map(count -> count.withMessage(ProcessRedactor.known()::masked))
                .toList();
    }

    private SystemIdentity identity(Cluster cluster, int nodes, WorkerIdentity worker) {
        return new SystemIdentity(
                trial.spec().system().system(),
                cluster.serverVersion().orElse(trial.spec().system().serverVersion()),
                worker.client(),
                trial.spec().system().deployment().name().toLowerCase(Locale.ROOT),
                nodes);
    }

    /** Returns the mean rate over the measured phases, with their actual ends. */
    private double offeredPerSecond(List<Phase> phases) {
        Timeline executed = trial.spec().timeline();
        for (int phase = 0; phase < phases.size(); phase++) {
            executed = executed.withEnd(phase, phases.get(phase).endNanos());
        }
        LoadCurve curve = executed.curve();
        double messages = 0;
        long nanos = 0;
        for (Phase phase : phases) {
            if (phase.measured()) {
                messages += curve.countAt(phase.endNanos()) - curve.countAt(phase.startNanos());
                nanos += phase.lengthNanos();
            }
        }
        return nanos == 0 ? 0 : messages / (nanos / 1e9);
    }

    static List<TrialSubscription> subscriptions(Workload workload, List<Integer> unordered) {
        List<Workload.Subscription> all = workload.allSubscriptions();
        return IntStream.range(0, all.size())
                .mapToObj(number -> new TrialSubscription(
                        all.get(number).name(),
                        all.get(number).groupName(),
                        all.get(number).group().live(),
                        !unordered.contains(number)))
                .toList();
    }

    /**
     * Records what a trial creates on a system that others run. Each call returns when its record would outlive the machine's death; an
     * exception from it ends the trial before anything is created.
     */
    @FunctionalInterface
    public interface TopicJournal {
        void note(Step step, List<TopicSpec> topics);
    }
}
