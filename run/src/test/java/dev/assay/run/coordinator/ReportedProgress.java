package dev.assay.run.coordinator;

import dev.assay.driver.LocalClock;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.trial.LossyProvider;

/**
 * Records the reports of a verification with one sending worker, beside the verification's own account. Where the verification waits for
 * messages that may never come, it first makes sure that all have come that will.
 */
final class ReportedProgress implements IntervalSink {
    private final LossyProvider system;
    private final LocalClock clock;
    private LoadTotals latest = LoadTotals.ZERO;
    private LoadTotals atInjection = LoadTotals.ZERO;
    private long ackedInProgress;
    private long lastAckNanos = Long.MAX_VALUE;
    private long latestNanos;

    ReportedProgress(LossyProvider system, LocalClock clock) {
        this.clock = clock;
        this.system = system;
    }

    @Override
    public void on(TrialEvent event) {
        if (event instanceof TrialEvent.Interval(WorkerInterval interval)) {
            synchronized (this) {
                latest = interval.totals();
            }
        } else if (event == TrialStage.INJECTING) {
            synchronized (this) {
                atInjection = latest;
            }
        } else if (event == TrialStage.DRAINING) {
            system.awaitOutcomes();
        }
    }

    @Override
    public synchronized void onProgress(LoadTotals totals) {
        latestNanos = clock.nanoTime();
        if (totals.acked() > ackedInProgress) {
            ackedInProgress = totals.acked();
            lastAckNanos = latestNanos;
        }
        latest = totals;
    }

    /** Returns the latest counts when the fault was about to happen. */
    synchronized LoadTotals atInjection() {
        return atInjection;
    }

    /** Returns the time from the report of the last acknowledgement to the latest report. */
    synchronized long silenceNanos() {
        return latestNanos - lastAckNanos;
    }
}
