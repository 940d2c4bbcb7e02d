package dev.assay.engine;

import dev.assay.core.result.Phase;
import dev.assay.core.scenario.Workload;
import java.time.Duration;
import java.util.List;

/**
 * What one worker does in one trial.
 *
 * @param run number that marks the messages of this trial
 * @param seed of schedules and payloads
 * @param workload of the whole trial, not of this worker
 * @param phases of the load, in order, without gaps, the first from 0
 * @param catchUp how long after the last phase messages that are late are still sent
 */
public record Assignment(
        String worker,
        int run,
        long seed,
        Workload workload,
        List<Phase> phases,
        List<ProducerSlot> producers,
        List<ConsumerSlot> consumers,
        Duration catchUp) {
    public Assignment {
        if (phases.isEmpty()) {
            throw new IllegalArgumentException("an assignment needs at least one phase");
        }
        long end = 0;
        for (Phase phase : phases) {
            if (phase.startNanos() != end) {
                throw new IllegalArgumentException(
                        "phase " + phase.name() + " must start where the one before ends, at " + end
                                + " ns, but starts at " + phase.startNanos() + " ns");
            }
            end = phase.endNanos();
        }
        phases = List.copyOf(phases);
        producers = List.copyOf(producers);
        consumers = List.copyOf(consumers);
    }

    /** End of the last phase, counted from the start of the load. */
    public long loadNanos() {
        return phases.getLast().endNanos();
    }
}
