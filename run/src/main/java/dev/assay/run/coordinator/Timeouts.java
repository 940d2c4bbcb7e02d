package dev.assay.run.coordinator;

import java.time.Duration;

/**
 * Bounds every wait of a trial, beside the trial's timing.
 *
 * @param stall after which a worker counts as stalled that reports nothing, or reports nothing of its load, or stays so far behind another
 * one in the time of the load; longer than a pause that only disturbs
 * @param step longest time for one step of preparing or ending: opening clients, creating topics, sending the ledger
 * @param assignment longest time until every partition has its consumer
 * @param abort longest time for workers to end and clean up when a trial is cut short
 */
public record Timeouts(Duration stall, Duration step, Duration assignment, Duration abort) {
    public static final Timeouts DEFAULT = new Timeouts(
            Duration.ofSeconds(15), Duration.ofSeconds(90), Duration.ofSeconds(60), Duration.ofMillis(1800));

    public Timeouts {
        positive("stall", stall);
        positive("step", step);
        positive("assignment", assignment);
        positive("abort", abort);
    }

    private static void positive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException("the limit " + name + " must be positive, but is " + value);
        }
    }
}
