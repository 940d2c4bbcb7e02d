package dev.assay.run.coordinator;

import dev.assay.model.spec.Workload;

/**
 * Finds out beforehand whether workers get more producers than they can carry. Each producer has a thread that sleeps until its
 * next message is due: with many of them hardly a wake-up finds a second message due, so each message costs a wake-up of its own.
 * docs/PERFORMANCE.md has what was measured; {@link WorkerHeap} has what they take of the heap.
 */
public final class CrowdedWorkers {
    /** Producers that one worker carries at about twice the processor time that a message of one takes. */
    public static final int MAX_PRODUCERS = 200;

    private CrowdedWorkers() {}

    /** Producers of the worker that gets the most. */
    public static int maxProducers(Workload workload, int workers) {
        return Math.ceilDiv(workload.totalProducers(), workers);
    }

    /** So many workers would do. */
    public static int workersNeeded(Workload workload) {
        return Math.ceilDiv(workload.totalProducers(), MAX_PRODUCERS);
    }
}
