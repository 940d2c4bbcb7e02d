package dev.assay.run.coordinator;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.timeline.Phase;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Ends a phase once the trial is in a steady state. Asked anew with each second that has come in. */
final class SteadyCondition implements PhaseCondition {
    private static final double NANOS_PER_SECOND = 1e9;

    private final SteadyWatch watch;
    private final long atLeastNanos;
    private @Nullable SteadyRecord seen;
    private double askedSeconds = -1;

    /** @param atLeast how long the phase lasts even if the trial is steady earlier */
    SteadyCondition(SteadyWatch watch, Duration atLeast) {
        this.watch = watch;
        this.atLeastNanos = atLeast.toNanos();
    }

    @Override
    public String title() {
        return "steady";
    }

    @Override
    public @Nullable SteadyRecord steady() {
        return seen;
    }

    @Override
    public boolean holds(LoadTotals totals, long nanos, Phase phase, LoadCurve curve) {
        if (watch.seconds() > askedSeconds) {
            askedSeconds = watch.seconds();
            seen = watch.since(phase.name(), phase.startNanos() / NANOS_PER_SECOND);
        }
        // The end of the phase lies a moment ahead of its announcement.
        boolean longEnough = nanos + TimelineRun.END_LEAD_NANOS >= phase.startNanos() + atLeastNanos;
        return longEnough && seen != null && seen.reached();
    }
}
