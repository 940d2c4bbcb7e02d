package dev.assay.run.coordinator;

import dev.assay.host.HostSample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.trial.TrialListener;
import java.util.List;
import java.util.Map;

/**
 * Takes what comes in while a trial runs: its events but for those that are made from it, and what is told of machines. Called on
 * the thread that runs the trial; an exception from here ends the trial and comes out of {@link dev.assay.run.trial.Trial.Measurement#run}.
 */
@FunctionalInterface
public interface IntervalSink extends TrialListener {
    /**
     * Which workers run on which machine is known; comes first.
     *
     * @param workersByHost names of workers by the name of their machine
     */
    default void onPlacement(Map<String, List<String>> workersByHost) {}

    /** What a machine on which workers run did in about one second, never that of this process; and what a worker tells of its own process. */
    default void onHost(HostSample sample) {}

    /**
     * Something about a machine can't be told.
     *
     * @param limitation what and why, for people
     */
    default void onHostLimitation(String host, String limitation) {}

    /** The counts of all workers together, several times a second from the start of the load on. */
    default void onProgress(LoadTotals totals) {}

    /** The start has been agreed on; it lies a little ahead. */
    default void onStart(LoadStart start) {}
}
