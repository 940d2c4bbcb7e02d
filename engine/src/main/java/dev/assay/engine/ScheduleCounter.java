package dev.assay.engine;

import dev.assay.core.arrival.ArrivalSchedule;
import dev.assay.core.arrival.ArrivalSchedule.ProducerSchedule;
import java.util.List;

/** Counts the messages that were due by now, whether they were sent or not, by following the schedules a second time. */
final class ScheduleCounter {
    private final ProducerSchedule[] producerSchedules;
    private long count;

    ScheduleCounter(ArrivalSchedule schedule, List<ProducerSlot> producers, int totalProducers) {
        producerSchedules = producers.stream()
                .map(slot -> schedule.producerSchedule(slot.number(), totalProducers))
                .toArray(ProducerSchedule[]::new);
    }

    /** Messages due before that time, which is counted from the start of the load and never goes back. */
    long dueBefore(long nanos) {
        for (ProducerSchedule producerSchedule : producerSchedules) {
            count += producerSchedule.skipBefore(nanos);
        }
        return count;
    }
}
