package dev.assay.run.coordinator;

import dev.assay.model.arrival.ArrivalSchedule;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import dev.assay.worker.engine.Assignment;
import dev.assay.worker.engine.ConsumerSlot;
import dev.assay.worker.engine.ProducerSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rebuilds the ledger of a lost worker as far as is known: when a message is due does not depend on who sends it. */
final class LostLedger {
    private LostLedger() {}

    static WorkerLedger of(Assignment assignment, Timeline executed) {
        List<ProducerLedger> producers = new ArrayList<>();
        for (ProducerSlot slot : assignment.producers()) {
            ArrivalSchedule schedule = new ArrivalSchedule(
                    executed.curve(),
                    assignment.workload().arrivals(),
                    assignment.seed(),
                    slot.number(),
                    assignment.workload().totalProducers());
            List<Long> phaseStarts = new ArrayList<>();
            long due = 0;
            for (Phase phase : executed.phases()) {
                phaseStarts.add(due);
                due += schedule.skipBefore(phase.endNanos());
            }
            producers.add(
                    new ProducerLedger(slot.number(), due, due, new SequenceSet(), new SequenceSet(), phaseStarts));
        }
        List<SubscriptionLedger> subscriptions = assignment.consumers().stream()
                .map(ConsumerSlot::subscription)
                .distinct()
                .map(number -> new SubscriptionLedger(number, Map.of(), List.of(), 0, 0))
                .toList();
        return new WorkerLedger(producers, subscriptions, 0, true);
    }
}
