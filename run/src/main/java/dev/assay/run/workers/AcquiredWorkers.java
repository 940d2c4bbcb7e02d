package dev.assay.run.workers;

import dev.assay.run.coordinator.WorkerConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Holds the workers that a pool has given to one trial; closing gives them back. */
public interface AcquiredWorkers extends AutoCloseable {
    /** Returns the connections in the order of the workers' names. */
    List<WorkerConnection> connections();

    /**
     * Returns the processes on this machine by the workers' names, for telemetry. Where one has several workers, the first of them stands
     * for it.
     */
    Map<String, ProcessHandle> processes();

    /**
     * Gives them back. Those that end then have {@code patience} to clean up before they are killed.
     *
     * @return the names of those that had to be killed
     */
    List<String> close(Duration patience);

    @Override
    void close();
}
