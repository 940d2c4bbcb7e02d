package dev.assay.run.preflight;

import dev.assay.run.live.TimeLeft;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Estimates how long a run still takes: the load of all trials to come, and for each of them the average time that trials so far took
 * beside their load. During the first one that is the time until its load began.
 */
public final class RunTimeEstimate {
    private final LongSupplier nanoTime;
    private int finished;
    private long besideNanos;
    private Duration load = Duration.ZERO;
    private long begunNanos;
    private long preparedNanos;
    private Duration loadToCome = Duration.ZERO;
    private int trialsToCome;
    private boolean certain = true;

    /**
     * Creates the estimate for a run that begins now.
     *
     * @param nanoTime such as {@code System::nanoTime}
     */
    public RunTimeEstimate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Begins a trial.
     *
     * @param estimate what the experiment asks for, this trial included
     */
    public synchronized void begin(PlannedTrial trial, ProgressEstimate estimate) {
        load = Plan.loadTime(List.of(trial));
        begunNanos = nanoTime.getAsLong();
        preparedNanos = 0;
        Duration loadOfOthers = estimate.load().minus(load);
        loadToCome = loadOfOthers.isNegative() ? Duration.ZERO : loadOfOthers;
        trialsToCome = Math.max(0, estimate.max() - trial.number());
        certain = estimate.certain();
    }

    public synchronized void loadBegins() {
        preparedNanos = nanoTime.getAsLong() - begunNanos;
    }

    public synchronized void end() {
        finished++;
        besideNanos += Math.max(0, nanoTime.getAsLong() - begunNanos - load.toNanos());
    }

    /**
     * Returns the time left.
     *
     * @param trial what is left of the load under way
     */
    public synchronized TimeLeft left(Duration trial) {
        long each = finished == 0 ? preparedNanos : besideNanos / finished;
        return new TimeLeft(trial, trial.plus(loadToCome).plusNanos(each * trialsToCome), !certain);
    }
}
