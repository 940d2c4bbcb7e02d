package dev.assay.run.coordinator;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.timeline.Phase;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Ends a phase once the trial is in a steady state: when two checks in a row, some seconds apart, say so. */
final class SteadyCondition implements PhaseCondition {
    private static final double NANOS_PER_SECOND = 1e9;

    private final SteadyWatch watch;
    private final long atLeastNanos;
    private final Duration measured;
    private final boolean full;
    private @Nullable SteadyRecord seen;
    private boolean twice;

    /**
     * @param atLeast how long the phase lasts even if the trial is steady earlier
     * @param measured duration of the measurement that follows
     * @param full whether the load is to keep the machine busy
     */
    SteadyCondition(SteadyWatch watch, Duration atLeast, Duration measured, boolean full) {
        this.watch = watch;
        this.atLeastNanos = atLeast.toNanos();
        this.measured = measured;
        this.full = full;
    }

    @Override
    public String title() {
        return "steady";
    }

    @Override
    public @Nullable SteadyRecord steady() {
        // One look may be chance.
        return seen == null || twice || !seen.reached() ? seen : seen.notKnown();
    }

    @Override
    public boolean holds(LoadTotals totals, long nanos, Phase phase, LoadCurve curve) {
        double start = phase.startNanos() / NANOS_PER_SECOND;
        double due = seen == null ? SteadyWatch.LOOK_SECONDS : seen.afterSeconds() + SteadyWatch.LOOK_SECONDS;
        if (watch.seconds() - start >= due - 0.5) {
            boolean before = seen != null && seen.reached();
            seen = watch.since(phase.name(), start, measured.toNanos() / NANOS_PER_SECOND, full);
            twice = before && seen.reached();
        }
        // The end of the phase lies a moment ahead of its announcement.
        boolean longEnough = nanos + TimelineRun.END_LEAD_NANOS >= phase.startNanos() + atLeastNanos;
        return longEnough && twice;
    }
}
