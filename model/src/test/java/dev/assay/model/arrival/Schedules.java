package dev.assay.model.arrival;

import dev.assay.model.unit.Rate;
import java.time.Duration;
import java.util.List;

/** Creates schedules of loads whose rate stays the same. */
final class Schedules {
    /** Is longer than any test follows a schedule. */
    private static final Duration LENGTH = Duration.ofSeconds(1_000_000_000);

    private Schedules() {}

    static ArrivalSchedule constant(double rate, int producer, int producers) {
        return of(Arrivals.CONSTANT, rate, 0, producer, producers);
    }

    static ArrivalSchedule poisson(double rate, long seed, int producer, int producers) {
        return of(Arrivals.POISSON, rate, seed, producer, producers);
    }

    static ArrivalSchedule of(Arrivals law, double rate, long seed, int producer, int producers) {
        LoadCurve curve =
                LoadCurve.of(List.of(new LoadCurve.Part(LoadProfile.constant(new Rate(rate)), Duration.ZERO, LENGTH)));
        return new ArrivalSchedule(curve, law, seed, producer, producers);
    }

    /** Returns the due time of the current message and moves on to the next. */
    static long next(ArrivalSchedule schedule) {
        long due = schedule.dueNanos();
        schedule.advance();
        return due;
    }
}
