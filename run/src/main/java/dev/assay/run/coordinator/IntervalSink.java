package dev.assay.run.coordinator;

import dev.assay.host.HostSample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.trial.TrialListener;
import java.util.List;
import java.util.Map;

/**
 * Takes the reports of a running trial: its events but for those that are made from them, and reports about machines. Called on the thread
 * that runs the trial; an exception from here ends the trial and comes out of {@link dev.assay.run.trial.Trial.Measurement#run}.
 */
@FunctionalInterface
public interface IntervalSink extends TrialListener {
    /**
     * Reports which workers run on which machine; comes first.
     *
     * @param workersByHost names of workers by the name of their machine
     */
    default void onPlacement(Map<String, List<String>> workersByHost) {}

    /** Reports about one second of a workers' machine, never that of this process, or of a worker's own process. */
    default void onHost(HostSample sample) {}

    /**
     * Reports that something about a machine can't be measured.
     *
     * @param limitation what and why, for people
     */
    default void onHostLimitation(String host, String limitation) {}

    /** Reports the counts of all workers together, several times a second from the start of the load on. */
    default void onProgress(LoadTotals totals) {}

    /** Reports the agreed start, which lies a little ahead. */
    default void onStart(LoadStart start) {}
}
