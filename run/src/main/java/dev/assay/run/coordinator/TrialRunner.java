package dev.assay.run.coordinator;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.driver.LocalClock;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import java.util.List;
import java.util.Optional;

/** Runs one trial on a set of workers; an instance serves one trial. */
public final class TrialRunner {
    private final Timeouts timeouts;
    private final SystemActions actions;
    private final SteadyWatch watch;
    private Optional<TopicJournal> journal = Optional.empty();
    private final TrialEvents events;

    public TrialRunner() {
        this(Timeouts.DEFAULT);
    }

    public TrialRunner(Timeouts timeouts) {
        this(timeouts, SystemActions.NONE, new SteadyWatch());
    }

    /**
     * One that ends phases when the trial is steady.
     *
     * @param actions what can be done to the system while the load runs
     * @param watch whoever makes seconds of the trial's intervals tells it of them, on the thread that runs the trial
     */
    public TrialRunner(Timeouts timeouts, SystemActions actions, SteadyWatch watch) {
        this(timeouts, actions, watch, LocalClock.SYSTEM);
    }

    /** The same by another clock than this process's. */
    public TrialRunner(Timeouts timeouts, SystemActions actions, SteadyWatch watch, LocalClock clock) {
        this.events = new TrialEvents(clock);
        this.timeouts = timeouts;
        this.actions = actions;
        this.watch = watch;
    }

    /** The same, which takes down what it creates before it does. */
    public TrialRunner noting(TopicJournal names) {
        journal = Optional.of(names);
        return this;
    }

    /**
     * Runs the trial from creating its topics to deleting them. Every wait is bounded. However it ends, the workers do
     * nothing any more for this trial when it returns, or are told to stop as soon as they can be reached.
     *
     * @param workers at least one; the first creates and deletes the topics
     * @param sink takes what comes in meanwhile
     * @throws TrialFailedException when the trial could not be run to its end; nothing of it counts
     */
    public TrialOutcome run(TrialRequest request, List<WorkerConnection> workers, IntervalSink sink)
            throws TrialFailedException, InterruptedException {
        if (workers.isEmpty()) {
            throw new IllegalArgumentException("a trial needs at least one worker");
        }
        CompatibilityCheck.check(request, workers);
        sink.onStage(TrialStage.CONNECTING);
        WorkerHosts hosts = WorkerHosts.of(workers, events.clock());
        sink.onPlacement(hosts.placement());
        try (TrialWorkers trialWorkers = new TrialWorkers(workers, events, sink, timeouts, ReportBounds.of(request));
                ClockWatch _ = ClockWatch.begin(hosts, events)) {
            return new TrialSteps(request, workers, trialWorkers, hosts, actions, watch)
                    .noting(journal)
                    .run(sink, timeouts);
        }
    }

    /** Ends the trial at once, from another thread: {@link #run} fails with {@link Kind#CANCELLED} within 2 s. */
    public void cancel() {
        events.add(new TrialEvent.Stop(Kind.CANCELLED, "the trial was cancelled"));
    }

    /** Ends the trial at once, from another thread, because the system under test has failed, such as a dead broker. */
    public void fail(String reason) {
        events.add(new TrialEvent.Stop(Kind.SYSTEM, reason));
    }
}
