package dev.assay.engine;

import dev.assay.core.delivery.Settlement;
import dev.assay.core.delivery.WorkerLedger;
import dev.assay.core.result.Delivery;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.Phase;
import dev.assay.core.result.WorkerInterval;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** What a trial has left behind. */
record FinishedTrial(WorkerLedger ledger, Delivery delivery, List<WorkerInterval> intervals) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int OFTEN = 200;
    private static final Duration SELDOM = Duration.ofMillis(100);
    private static final Duration SETTLING = Duration.ofSeconds(1);

    /** Runs a trial from the topics to the ledger, and closes the driver. */
    static FinishedTrial run(Driver driver, Assignment assignment) throws DriverException {
        return run(driver, assignment, TrialClock.monotonic(0));
    }

    /** The same by a clock of one's own. */
    static FinishedTrial run(Driver driver, Assignment assignment, TrialClock clock) throws DriverException {
        try (driver) {
            driver.createTopics(Trials.topics(assignment));
            try (LoadSession session = LoadSession.open(driver, assignment, clock)) {
                session.start(clock.now() + 20_000_000);
                FinishedTrial trial = finish(session, assignment);
                driver.deleteTopics(Trials.topics(assignment));
                return trial;
            }
        }
    }

    private static FinishedTrial finish(LoadSession session, Assignment assignment) throws DriverException {
        List<WorkerInterval> intervals = new ArrayList<>();
        long[] last = {0};
        Trials.await("all messages are sent", PATIENCE, () -> {
            // Often at first, to catch what swapping might lose; then seldom, as all histograms are kept.
            boolean due = System.nanoTime() - last[0] > SELDOM.toNanos();
            if (due || intervals.size() < OFTEN) {
                intervals.add(session.interval());
                last[0] = System.nanoTime();
            }
            return session.sendingFinished();
        });
        awaitOutcomesAndArrivals(session);
        WorkerLedger ledger = session.finish();
        intervals.add(session.interval());
        int subscriptions = assignment.workload().subscriptions();
        List<String> names =
                IntStream.range(0, subscriptions).mapToObj(index -> "s" + index).toList();
        return new FinishedTrial(ledger, Settlement.settle(List.of(ledger), names), intervals);
    }

    /**
     * As in a drain, all that was acknowledged is to arrive: the last acknowledgement may free messages that wait for their turn
     * behind it. Outcomes and messages that never come are waited for as long as others do.
     */
    private static void awaitOutcomesAndArrivals(LoadSession session) {
        long[] last = {0, System.nanoTime()};
        Trials.await("the messages have their outcome and arrive", PATIENCE, () -> {
            LoadTotals totals = session.totals();
            long received = totals.received().stream().mapToLong(count -> count).sum();
            long happened = totals.acked() + totals.failed() + received;
            if (happened != last[0]) {
                last[0] = happened;
                last[1] = System.nanoTime();
            }
            boolean arrived = totals.received().stream().allMatch(count -> count == totals.acked());
            return (session.settled() && arrived) || System.nanoTime() - last[1] > SETTLING.toNanos();
        });
    }

    Histogram measured(LatencyMetric metric) {
        return Trials.sum(intervals, Phase.MEASURE, metric);
    }

    /** How long the machine held up every thread, at worst: what a latency may be off by for reasons not ours. */
    Histogram hiccups() {
        Histogram sum = new Histogram(3);
        intervals.forEach(interval -> sum.add(interval.harness().hiccups()));
        return sum;
    }

    Histogram warmup(LatencyMetric metric) {
        return Trials.sum(intervals, Phase.WARMUP, metric);
    }
}
