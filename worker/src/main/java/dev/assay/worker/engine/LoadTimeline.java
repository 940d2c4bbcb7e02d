package dev.assay.worker.engine;

import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import java.util.List;

/**
 * Holds the timeline of a load while it runs. The end of a phase that a condition ends becomes known while the phase lasts, some
 * time ahead; from then on all threads use the changed timeline. Safe for several threads.
 */
final class LoadTimeline {
    private volatile State state;

    /** Holds what belongs together: one reading of it is consistent. */
    private static final class State {
        final Timeline timeline;
        final LoadCurve curve;
        final long[] endNanos;

        State(Timeline timeline) {
            this.timeline = timeline;
            this.curve = timeline.curve();
            this.endNanos =
                    timeline.phases().stream().mapToLong(Phase::endNanos).toArray();
        }
    }

    LoadTimeline(Timeline timeline) {
        state = new State(timeline);
    }

    /** Ends a phase at another time than at its latest. */
    synchronized void end(int phase, long endNanos) {
        state = new State(state.timeline.withEnd(phase, endNanos));
    }

    List<Phase> phases() {
        return state.timeline.phases();
    }

    /** Returns the messages due by each moment; another object once the timeline has changed. */
    LoadCurve curve() {
        return state.curve;
    }

    long endNanos() {
        return state.curve.endNanos();
    }

    /** Returns the index of the phase in which an intended time lies, counted from the start of the load; the last one beyond its end. */
    int phaseOf(long sinceStartNanos) {
        long[] ends = state.endNanos;
        int phase = 0;
        while (phase < ends.length - 1 && sinceStartNanos >= ends[phase]) {
            phase++;
        }
        return phase;
    }
}
