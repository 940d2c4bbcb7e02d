package dev.assay.run.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.trial.TrialEvent;
import dev.assay.run.coordinator.IntervalSink;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.run.trial.TestTimeouts;
import dev.assay.run.trial.Trial.Measurement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Runs a trial that outlasts any test, on a thread of its own. */
final class RunningTrial implements IntervalSink {
    private static final Duration LONG = Duration.ofMinutes(30);

    final Measurement runner;
    final CompletableFuture<TrialOutcome> outcome = new CompletableFuture<>();
    private final CompletableFuture<LoadTotals> load = new CompletableFuture<>();
    private long intervals;
    private final Histogram hiccups = new Histogram(3);

    RunningTrial(Measurement runner) {
        this.runner = runner;
    }

    static RunningTrial start(Measurement runner, AcquiredWorkers workers) {
        RunningTrial trial = new RunningTrial(runner);
        Thread.ofPlatform().daemon().start(() -> trial.run(workers));
        return trial;
    }

    private void run(AcquiredWorkers workers) {
        try {
            outcome.complete(
                    runner.run(MemoryTrials.lasting(LONG, MemoryTrials.simple()), workers.connections(), this));
        } catch (Exception e) {
            outcome.completeExceptionally(e);
            load.completeExceptionally(e);
        }
    }

    void awaitLoad() throws Exception {
        load.get(TestTimeouts.SECONDS, TimeUnit.SECONDS);
    }

    /** Waits until two more intervals have come. */
    synchronized void awaitLoadAgain() throws InterruptedException {
        long enough = intervals + 2;
        long deadline = System.nanoTime() + TestTimeouts.LIMIT.toNanos();
        while (intervals < enough) {
            assertThat(outcome).as("the trial goes on").isNotDone();
            assertThat(System.nanoTime()).as("waited for the load to go on").isLessThan(deadline);
            wait(100);
        }
    }

    synchronized void awaitHiccup(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + TestTimeouts.LIMIT.toNanos();
        while (hiccups.getMaxValue() < nanos) {
            assertThat(outcome).as("the trial goes on").isNotDone();
            assertThat(System.nanoTime()).as("waited for a hiccup").isLessThan(deadline);
            wait(100);
        }
    }

    @Override
    public synchronized void on(TrialEvent event) {
        if (event instanceof TrialEvent.Interval(WorkerInterval interval)) {
            intervals++;
            hiccups.add(interval.harness().hiccups());
            notifyAll();
        }
    }

    @Override
    public void onProgress(LoadTotals totals) {
        if (totals.acked() > 0) {
            load.complete(totals);
        }
    }
}
