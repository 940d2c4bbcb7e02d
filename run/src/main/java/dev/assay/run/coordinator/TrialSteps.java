package dev.assay.run.coordinator;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.driver.TopicSpec;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.result.CreationEntry.Step;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import java.util.List;
import java.util.Optional;

/** The steps of a trial, one after the other. */
final class TrialSteps {
    /** Late duplicates get so long to show up after everything has arrived. */
    private static final long QUIET_NANOS = 1_000_000_000;

    /** Reports of the workers are about that old at most; without it a drain of 0 could never be met. */
    private static final long NEWS_NANOS = 500_000_000;

    private final TrialRequest request;
    private final List<WorkerConnection> workers;
    private final TrialWorkers trialWorkers;
    private final WorkerHosts hosts;
    private final SystemActions actions;
    private final SteadyWatch watch;
    private final WorkerCommands steps;
    private Optional<TopicJournal> journal = Optional.empty();

    TrialSteps(
            TrialRequest request,
            List<WorkerConnection> workers,
            TrialWorkers trialWorkers,
            WorkerHosts hosts,
            SystemActions actions,
            SteadyWatch watch) {
        this.watch = watch;
        this.request = request;
        this.actions = actions;
        this.workers = workers;
        this.trialWorkers = trialWorkers;
        this.hosts = hosts;
        this.steps = new WorkerCommands(request, trialWorkers, hosts);
    }

    /** The same, which takes down what it creates before it does. */
    TrialSteps noting(Optional<TopicJournal> names) {
        journal = names;
        return this;
    }

    TrialOutcome run(IntervalSink sink, Timeouts timeouts) throws TrialFailedException, InterruptedException {
        LoadStart start = begin(sink, timeouts);
        sink.onStage(TrialStage.LOADING);
        TimelineRun timeline = load(start, sink);
        long loadEnd = start.nanoTime() + timeline.timeline().endNanos();
        sink.onStage(TrialStage.DRAINING);
        LossRecheck look = new LossRecheck(request, trialWorkers, steps, sink);
        boolean drained = drain(loadEnd, look);
        if (!drained) {
            look.beforeClosing();
        }
        sink.onStage(TrialStage.RECONCILING);
        List<WorkerLedger> ledgers = steps.finish();
        hosts.measureAgain();
        look.afterClosing(ledgers);
        sink.onStage(TrialStage.CLEANING_UP);
        List<String> warnings = steps.cleanUp();
        if (warnings.isEmpty()) {
            journal.ifPresent(book -> book.note(Step.DELETED, request.topics()));
        }
        return new TrialOutcome(
                look.reconcile(ledgers),
                steps.config(),
                drained,
                look.readings(),
                hosts.errorNanos(),
                hosts.records(),
                start,
                timeline.timeline().phases(),
                timeline.executed(),
                timeline.steady(),
                steps.compression(),
                workers.stream().map(WorkerConnection::identity).toList(),
                trialWorkers.totals(),
                warnings,
                steps.unordered());
    }

    /** From the first connection to the agreed start. */
    private LoadStart begin(IntervalSink sink, Timeouts timeouts) throws TrialFailedException, InterruptedException {
        steps.connect();
        sink.onStage(TrialStage.CREATING_TOPICS);
        noteAhead();
        steps.createTopics();
        sink.onStage(TrialStage.OPENING);
        steps.open(LoadAssigner.assign(request, steps.workerNames()));
        sink.onStage(TrialStage.ASSIGNING);
        steps.awaitAssignment(timeouts, sink);
        LoadStart start = steps.start();
        sink.onStart(start);
        return start;
    }

    /** What was there before is not created, and what is created was not there before: so it can be told whose it is. */
    private void noteAhead() throws TrialFailedException, InterruptedException {
        if (journal.isEmpty()) {
            return;
        }
        List<TopicSpec> topics = request.topics();
        journal.get().note(Step.PLANNED, topics);
        List<String> there = steps.lookUp(topics);
        List<TopicSpec> existing =
                topics.stream().filter(topic -> there.contains(topic.name())).toList();
        if (!existing.isEmpty()) {
            journal.get().note(Step.EXISTED, existing);
            throw new TrialFailedException(
                    Kind.SYSTEM,
                    "the topic " + existing.getFirst().name()
                            + " exists already; Assay uses only topics that it creates itself: delete it or run again");
        }
        journal.get().note(Step.ABSENT, topics);
    }

    private TimelineRun load(LoadStart start, IntervalSink sink) throws TrialFailedException, InterruptedException {
        try (TimelineRun timeline = new TimelineRun(
                TimelineRun.Program.of(request.trial().spec(), watch),
                trialWorkers,
                new TimelineRun.Setting(steps, actions, sink),
                start.nanoTime())) {
            timeline.run();
            return timeline;
        }
    }

    /** Whether everything has arrived in time. Counts tell when it is worth a look; what is missing only the ledgers do. */
    private boolean drain(long loadEndNanos, LossRecheck look) throws TrialFailedException, InterruptedException {
        long drain = request.trial().spec().timing().drain().toNanos();
        long deadline = loadEndNanos + drain + NEWS_NANOS;
        boolean drained = false;
        long patience = QUIET_NANOS;
        while (!drained && trialWorkers.await(deadline, this::enoughArrived)) {
            drained = look.missing(steps.takeStock()).isEmpty();
            long now = trialWorkers.now();
            if (!drained && now - deadline >= 0) {
                return false;
            }
            trialWorkers.await(drained ? now + QUIET_NANOS : now + Math.min(deadline - now, patience), () -> false);
            // Ledgers with gaps are large: they are asked for less and less often.
            patience *= 2;
        }
        return drained;
    }

    /** Messages that failed although they arrived count as received, so this may be so before everything has arrived. */
    private boolean enoughArrived() {
        LoadTotals totals = trialWorkers.totals();
        return steps.resolved() && totals.received().stream().allMatch(received -> received >= totals.acked());
    }
}
