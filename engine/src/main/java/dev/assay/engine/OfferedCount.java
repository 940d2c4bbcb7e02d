package dev.assay.engine;

import dev.assay.core.arrival.ArrivalSchedule;
import dev.assay.core.arrival.ArrivalSchedule.Stripe;
import java.util.List;

/** Counts the messages that were due by now, whether they were sent or not, by following the schedules a second time. */
final class OfferedCount {
    private final Stripe[] stripes;
    private long count;

    OfferedCount(ArrivalSchedule schedule, List<ProducerSlot> producers, int totalProducers) {
        stripes = producers.stream()
                .map(slot -> schedule.stripe(slot.number(), totalProducers))
                .toArray(Stripe[]::new);
    }

    /** Messages due before that time, which is counted from the start of the load and never goes back. */
    long dueBefore(long nanos) {
        for (Stripe stripe : stripes) {
            count += stripe.skipBefore(nanos);
        }
        return count;
    }
}
