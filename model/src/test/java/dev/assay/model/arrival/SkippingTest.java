package dev.assay.model.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkippingTest {
    @ParameterizedTest
    @CsvSource({
        "CONSTANT, 1, 0, 1",
        "CONSTANT, 3, 1, 2",
        "CONSTANT, 49999, 2, 3",
        "CONSTANT, 600000, 0, 1",
        "CONSTANT, 12000000, 6, 7",
        "CONSTANT, 3000000000, 0, 1",
        "CONSTANT, 7000000000, 1, 2",
        "POISSON, 1000, 0, 1",
        "POISSON, 600000, 2, 3"
    })
    void skippingCountsAndLeavesWhatGoingOneByOneDoes(Arrivals arrivals, double rate, int producer, int producers) {
        ArrivalSchedule skipping = Schedules.of(arrivals, rate, 7, producer, producers);
        ArrivalSchedule walking = Schedules.of(arrivals, rate, 7, producer, producers);
        long due = Schedules.next(walking);
        Random random = new Random(1);
        long until = 0;
        for (int step = 0; step < 200; step++) {
            until += (long) (random.nextDouble() * 200 * 1e9 * producers / rate);
            long walked = 0;
            while (due < until) {
                due = Schedules.next(walking);
                walked++;
            }
            assertThat(skipping.skipBefore(until)).as("before %d", until).isEqualTo(walked);
            if (step % 3 == 0) {
                assertThat(Schedules.next(skipping)).isEqualTo(due);
                due = Schedules.next(walking);
            }
        }
    }
}
