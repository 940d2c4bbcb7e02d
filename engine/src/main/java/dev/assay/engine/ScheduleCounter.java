package dev.assay.engine;

import dev.assay.model.arrival.ArrivalSchedule;
import java.util.List;

/** Counts the messages that were due by now, whether they were sent or not, by following the schedules a second time. */
final class ScheduleCounter {
    private final LoadTimeline timeline;
    private final List<ArrivalSchedule> schedules;
    private long count;

    ScheduleCounter(LoadTimeline timeline, List<ArrivalSchedule> schedules) {
        this.timeline = timeline;
        this.schedules = List.copyOf(schedules);
    }

    /** Messages due before that time, which is counted from the start of the load and never goes back. */
    long dueBefore(long nanos) {
        for (ArrivalSchedule schedule : schedules) {
            schedule.follow(timeline.curve());
            count += schedule.skipBefore(nanos);
        }
        return count;
    }
}
