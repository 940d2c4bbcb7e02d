package dev.assay.model.trial;

import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import java.time.Instant;
import java.util.List;

/** Reports what happens in a trial, in the order of this list; stages come in between. */
public sealed interface TrialEvent
        permits TrialStage,
                TrialSecond,
                TrialEvent.Start,
                TrialEvent.Phases,
                TrialEvent.Partitions,
                TrialEvent.Steadiness,
                TrialEvent.Interval,
                TrialEvent.WorkerLost,
                TrialEvent.Finish,
                TrialEvent.Failure {
    /**
     * Reports that the start of the load has been agreed on; it lies a little ahead.
     *
     * @param instant by the clock on the wall
     */
    record Start(Instant instant, List<Phase> phases) implements TrialEvent {
        public Start {
            phases = List.copyOf(phases);
        }
    }

    /** Reports that the end of a phase that a condition ends is known, and so the times of those after it. */
    record Phases(List<Phase> phases) implements TrialEvent {
        public Phases {
            phases = List.copyOf(phases);
        }
    }

    /** Reports how many of the partitions are done, in a stage that takes longer the more of them there are. */
    record Partitions(TrialStage stage, long done, long all) implements TrialEvent {}

    /** Reports what was seen at one look of a phase that is to last until the trial is steady; again and again while it lasts. */
    record Steadiness(SteadyRecord seen) implements TrialEvent {}

    /** Reports what one worker measured in about one second; in order for each worker. */
    record Interval(WorkerInterval interval) implements TrialEvent {}

    /**
     * Reports that a worker is lost; the trial continues without it, and nothing more comes from it.
     *
     * @param reason which, and how, for people
     */
    record WorkerLost(String worker, String reason) implements TrialEvent {}

    /** Reports that the trial has finished, with the verdict in this record. */
    record Finish(TrialRecord trial) implements TrialEvent {}

    /**
     * Reports that the trial will not finish.
     *
     * @param reason for people
     */
    record Failure(String reason) implements TrialEvent {}
}
