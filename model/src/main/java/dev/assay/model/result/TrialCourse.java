package dev.assay.model.result;

import dev.assay.model.failure.FailureCount;
import dev.assay.model.timeline.Phase;
import java.util.List;

/**
 * @param startedAt ISO-8601 instant of the start of the load, or of the trial where no load started
 * @param events what was done during the load, in the order in which it was done
 * @param steady what was seen in phases that were to last until the trial is steady; none where there were none
 * @param subscriptions in the order of their numbers
 * @param compression how far producers compressed what they sent; none where they did not
 * @param lostWorkers workers that were lost while the load ran, which continued without them
 * @param failures what failed while the load ran, by class and code; none where none was recorded
 */
public record TrialCourse(
        String startedAt,
        List<Phase> phases,
        List<ExecutedEvent> events,
        List<SteadyRecord> steady,
        List<TrialSubscription> subscriptions,
        DrainRecord drain,
        Delivery delivery,
        List<SendCompression> compression,
        List<LostWorker> lostWorkers,
        List<FailureCount> failures) {
    public TrialCourse {
        phases = List.copyOf(phases);
        events = List.copyOf(events);
        steady = List.copyOf(steady);
        subscriptions = List.copyOf(subscriptions);
        compression = List.copyOf(compression);
        lostWorkers = List.copyOf(lostWorkers);
        failures = List.copyOf(failures);
    }
}
