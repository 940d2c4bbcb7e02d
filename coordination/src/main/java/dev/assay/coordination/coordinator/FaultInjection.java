package dev.assay.coordination.coordinator;

import java.time.Duration;

/** The fault that is injected into the system while the load runs. Called on a thread of its own, one call after the other. */
public interface FaultInjection {
    /** When it is injected, from the start of the load. */
    Duration after();

    /** How long it lasts before the system is brought back. */
    Duration held();

    /** Longest time for {@link #inject} and for {@link #heal}. */
    Duration limit();

    /**
     * Returns when the fault is in effect.
     *
     * @return when it began, on this process's {@link System#nanoTime()}
     * @throws Exception when it can't be brought about
     */
    long inject() throws Exception;

    /**
     * Returns when the system serves clients again.
     *
     * @throws Exception when it does not come back
     */
    void heal() throws Exception;
}
