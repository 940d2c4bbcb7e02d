package dev.assay.run.coordinator;

import dev.assay.host.HostSample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialStage;
import java.util.List;
import java.util.Map;

/**
 * Takes what comes in while a trial runs. Called on the thread that runs the trial; an exception from here ends the trial
 * and comes out of {@link dev.assay.run.Trial.Measurement#run}.
 */
@FunctionalInterface
public interface IntervalSink {
    /** What one worker measured in about one second; in order for each worker. */
    void onInterval(WorkerInterval interval);

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

    /**
     * A worker is lost, and the trial goes on without it: nothing more comes from it.
     *
     * @param reason how, for people
     */
    default void onWorkerLost(String worker, String reason) {}

    /** The counts of all workers together, several times a second from the start of the load on. */
    default void onProgress(LoadTotals totals) {}

    /** The trial has reached another stage. */
    default void onStage(TrialStage stage) {}

    /**
     * How far work on partitions has come, in a stage that takes longer the more of them there are.
     *
     * @param done of them
     * @param all of them
     */
    default void onPartitions(TrialStage stage, long done, long all) {}

    /** The end of a phase has become known, and so the times of those after it. */
    default void onPhases(List<Phase> phases) {}

    /** What was seen at one look of a phase that is to last until the trial is steady. */
    default void onSteady(SteadyRecord seen) {}

    /** The start has been agreed on; it lies a little ahead. */
    default void onStart(LoadStart start) {}
}
