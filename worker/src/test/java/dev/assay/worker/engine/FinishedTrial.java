package dev.assay.worker.engine;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverException;
import dev.assay.driver.LocalClock;
import dev.assay.model.delivery.Reconciliation;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Holds the results of a trial. */
record FinishedTrial(WorkerLedger ledger, Delivery delivery, List<WorkerInterval> intervals) {
    private static final int OFTEN = 200;
    private static final Duration SELDOM = Duration.ofMillis(100);

    /** Knows more about a trial than its session does. */
    interface Watch {
        /** Is called after each interval. */
        default void tookInterval() {}

        /** Tells whether nothing more will happen. As in a drain, all that was acknowledged is to arrive. */
        default boolean isOver(LoadSession session) {
            LoadTotals totals = session.totals();
            return session.resolved() && totals.received().stream().allMatch(count -> count == totals.acked());
        }
    }

    /** Runs a trial from the topics to the ledger, and closes the driver. */
    static FinishedTrial run(Driver driver, Assignment assignment) throws DriverException {
        return run(driver, assignment, TrialClock.monotonic(0), new Watch() {});
    }

    static FinishedTrial run(Driver driver, Assignment assignment, LocalClock clock) throws DriverException {
        return run(driver, assignment, TrialClock.monotonic(clock, 0), new Watch() {});
    }

    static FinishedTrial run(Driver driver, Assignment assignment, TrialClock clock, Watch watch)
            throws DriverException {
        try (driver) {
            driver.createTopics(EngineTrials.topics(assignment));
            try (LoadSession session = LoadSession.open(driver, assignment, clock)) {
                session.start(clock.now() + 20_000_000);
                FinishedTrial trial = finish(session, assignment, clock.local(), watch);
                driver.deleteTopics(EngineTrials.topics(assignment));
                return trial;
            }
        } finally {
            clock.local().park(1); // Threads that have been told to end do so.
        }
    }

    private static FinishedTrial finish(LoadSession session, Assignment assignment, LocalClock clock, Watch watch)
            throws DriverException {
        List<WorkerInterval> intervals = new ArrayList<>();
        long[] last = {0};
        EngineTrials.await(clock, "all messages are sent", EngineTrials.PATIENCE, () -> {
            // Often at first, to catch what swapping might lose; then seldom, as all histograms are kept.
            boolean due = clock.nanoTime() - last[0] > SELDOM.toNanos();
            if (due || intervals.size() < OFTEN) {
                intervals.add(session.interval());
                last[0] = clock.nanoTime();
                watch.tookInterval();
            }
            return session.sendingFinished();
        });
        EngineTrials.await(
                clock,
                "the messages have their outcome and arrive",
                EngineTrials.PATIENCE,
                () -> watch.isOver(session));
        WorkerLedger ledger = session.finish();
        intervals.add(session.interval());
        List<String> subscriptions = assignment.workload().allSubscriptions().stream()
                .map(Workload.Subscription::name)
                .toList();
        List<String> phases =
                assignment.timeline().phases().stream().map(Phase::name).toList();
        return new FinishedTrial(ledger, Reconciliation.reconcile(List.of(ledger), subscriptions, phases), intervals);
    }

    Histogram measured(LatencyMetric metric) {
        return EngineTrials.sum(intervals, Phase.MEASURE, metric);
    }

    /** Returns how long the machine held up every thread, at worst: what a latency may be off by for reasons not ours. */
    Histogram hiccups() {
        Histogram sum = new Histogram(3);
        intervals.forEach(interval -> sum.add(interval.harness().hiccups()));
        return sum;
    }

    Histogram warmup(LatencyMetric metric) {
        return EngineTrials.sum(intervals, Phase.WARMUP, metric);
    }
}
