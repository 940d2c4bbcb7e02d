package dev.assay.run.trial;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.run.coordinator.SystemActions;
import dev.assay.run.coordinator.Timeouts;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.store.TrialWriter;
import java.util.List;
import java.util.Set;

/** Runs a trial with workers of a test, and records its seconds, files and verdict as a run does. */
public final class RecordedTrial {
    private RecordedTrial() {}

    public static TrialRecord run(
            TrialRequest request, List<WorkerConnection> workers, Timeouts limits, TrialWriter files)
            throws TrialFailedException, InterruptedException {
        SteadyWatch watch = new SteadyWatch();
        TrialFeed feed = new TrialFeed(
                TrialListener.all(List.of(watch, files)),
                request,
                List::of,
                workers.stream().map(worker -> worker.identity().name()).toList(),
                Set.of());
        TrialOutcome outcome = new Measurement(limits, SystemActions.NONE, watch).run(request, workers, feed);
        feed.finish();
        TrialRecord facts = VirtualTrials.record(request.trial(), outcome);
        TrialRecord judged = facts.judged(VerdictRules.PRESENT.judge(files.stored(facts)));
        files.on(new TrialEvent.Finish(judged));
        return judged;
    }
}
