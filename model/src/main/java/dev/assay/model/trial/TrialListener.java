package dev.assay.model.trial;

import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import java.time.Instant;
import java.util.List;

/**
 * Listens to one trial: the run directory, the terminal and whatever else wants to know. All
 * calls come on one thread, in the order of this interface but for stages, which come in between. An exception from a
 * listener ends the trial.
 */
public interface TrialListener {
    /**
     * The start of the load has been agreed on; it lies a little ahead.
     *
     * @param start by the clock on the wall
     * @param phases the parts that the load will have
     */
    default void onStart(Instant start, List<Phase> phases) {}

    /** The end of a phase has become known that a condition ends, and so the times of those after it. */
    default void onPhases(List<Phase> phases) {}

    /** The trial has reached another stage. */
    default void onStage(TrialStage stage) {}

    /**
     * How far the work on partitions has come, in a stage that takes longer the more of them there are.
     *
     * @param done of them
     * @param all of them
     */
    default void onPartitions(TrialStage stage, long done, long all) {}

    /** What was seen at one look of a phase that is to last until the trial is steady; again and again while it lasts. */
    default void onSteady(SteadyRecord seen) {}

    /** What one worker measured in about one second; in order for each worker. */
    default void onInterval(WorkerInterval interval) {}

    /**
     * A worker is lost, and the trial goes on without it.
     *
     * @param reason which, and how, for people
     */
    default void onWorkerLost(String reason) {}

    /** A second that every worker has reported, or as much of it as ever will be; in order. */
    default void onSecond(TrialSecond second) {}

    /** The trial has finished, with this verdict. */
    default void onFinish(TrialRecord record) {}

    /**
     * The trial will not finish.
     *
     * @param reason for people
     */
    default void onFailure(String reason) {}

    /** All of these as one; each is told in this order. */
    static TrialListener all(List<? extends TrialListener> listeners) {
        return new FanOut(listeners);
    }
}
