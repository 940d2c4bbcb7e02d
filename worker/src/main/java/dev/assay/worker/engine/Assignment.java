package dev.assay.worker.engine;

import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Timeline;
import java.time.Duration;
import java.util.List;

/**
 * Assigns one worker its part of one trial.
 *
 * @param run number that marks the messages of this trial
 * @param seed of schedules and payloads
 * @param workload of the whole trial, not of this worker
 * @param timeline the phases of the load with what is offered in each, all workers together
 * @param sharedSubscriptions numbers of those whose consumers sit on this worker and on others
 * @param catchUp how long after the last phase messages that are late are still sent
 */
public record Assignment(
        String worker,
        int run,
        long seed,
        Workload workload,
        Timeline timeline,
        List<ProducerSlot> producers,
        List<ConsumerSlot> consumers,
        List<Integer> sharedSubscriptions,
        Duration catchUp) {
    public Assignment {
        producers = List.copyOf(producers);
        consumers = List.copyOf(consumers);
        sharedSubscriptions = List.copyOf(sharedSubscriptions);
    }

    /** Creates an assignment that shares no subscription with other workers. */
    public Assignment(
            String worker,
            int run,
            long seed,
            Workload workload,
            Timeline timeline,
            List<ProducerSlot> producers,
            List<ConsumerSlot> consumers,
            Duration catchUp) {
        this(worker, run, seed, workload, timeline, producers, consumers, List.of(), catchUp);
    }
}
