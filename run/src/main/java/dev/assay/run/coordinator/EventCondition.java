package dev.assay.run.coordinator;

import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.timeline.Phase;

/** Ends a phase once what was done to the system is done. */
final class EventCondition implements PhaseCondition {
    private final String name;
    private boolean done;

    /** Waits for the event of that name. */
    EventCondition(String name) {
        this.name = name;
    }

    @Override
    public String title() {
        return name + " is done";
    }

    @Override
    public void onEvent(ExecutedEvent event) {
        done |= event.name().equals(name);
    }

    @Override
    public boolean holds(LoadTotals totals, long nanos, Phase phase, LoadCurve curve) {
        return done;
    }
}
