package dev.assay.fleet.coordinator;

import java.time.Duration;

/** What befalls the system in a proof while the load runs. Called on a thread of its own, one call after the other. */
public interface Ordeal {
    /** When it befalls the system, from the start of the load. */
    Duration after();

    /** How long it is held before it is undone. */
    Duration held();

    /** Longest time for {@link #strike} and for {@link #heal}. */
    Duration limit();

    /**
     * Returns when the fault is in effect.
     *
     * @return when it began, on this process's {@link System#nanoTime()}
     * @throws Exception when it can't be brought about
     */
    long strike() throws Exception;

    /**
     * Returns when the system serves clients again.
     *
     * @throws Exception when it does not come back
     */
    void heal() throws Exception;
}
