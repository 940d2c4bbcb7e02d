package dev.assay.run.coordinator;

import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.timeline.Phase;
import org.jspecify.annotations.Nullable;

/** Ends a phase. The thread that runs the trial asks several times a second while the phase lasts. */
interface PhaseCondition {
    /** Returns the reason for which the phase ends, as a clause. */
    String title();

    default ExecutedEvent.Kind kind() {
        return ExecutedEvent.Kind.END;
    }

    /** Returns the record of the steady state that the condition waits for; null for other conditions, and before the first second. */
    default @Nullable SteadyRecord steady() {
        return null;
    }

    default void onEvent(ExecutedEvent event) {}

    /**
     * Takes the latest report of the workers.
     *
     * @param nanos its time, from the start of the load
     * @return whether the condition holds by now
     */
    boolean holds(LoadTotals totals, long nanos, Phase phase, LoadCurve curve);
}
