package dev.assay.model.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConstantArrivalsTest {
    @Test
    void messagesAreDueAtTheExactInstants() {
        ArrivalSchedule schedule = Schedules.constant(10_000, 0, 1);
        for (int i = 0; i < 1000; i++) {
            assertThat(Schedules.next(schedule)).isEqualTo(i * 100_000L);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 3, 7, 29, 49, 77, 109, 997, 9_999, 50_000, 77_777, 333_333, 1e6, 2_999_999})
    void eachWholeSecondGetsExactlyItsMessages(double rate) {
        ArrivalSchedule schedule = Schedules.constant(rate, 0, 1);
        for (int second = 0; second < 5; second++) {
            assertThat(Schedules.next(schedule)).isEqualTo(second * 1_000_000_000L);
            for (int i = 1; i < rate; i++) {
                Schedules.next(schedule);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 1", "7, 4", "50000, 6", "333333, 16", "0.25, 3", "1000000, 1000"})
    void schedulesOfProducersMergeToTheWhole(double rate, int producers) {
        ArrivalSchedule whole = Schedules.constant(rate, 0, 1);
        ArrivalSchedule[] parts = new ArrivalSchedule[producers];
        for (int producer = 0; producer < producers; producer++) {
            parts[producer] = Schedules.constant(rate, producer, producers);
        }
        for (int i = 0; i < 10_000; i++) {
            assertThat(Schedules.next(parts[i % producers])).isEqualTo(Schedules.next(whole));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {3, 49, 50_000, 333_333.3, 2_999_999})
    void nothingHasDriftedAtMessageOneBillion(double rate) {
        // The second message of producer 0 of 10^9 producers is message 10^9 of all.
        ArrivalSchedule schedule = Schedules.constant(rate, 0, 1_000_000_000);
        Schedules.next(schedule);
        long exact = BigDecimal.valueOf(1e18)
                .divide(BigDecimal.valueOf(rate), MathContext.DECIMAL128)
                .setScale(0, RoundingMode.HALF_EVEN)
                .longValueExact();
        assertThat(Math.abs(Schedules.next(schedule) - exact))
                .isLessThanOrEqualTo((long) Math.max(1, Math.ulp((double) exact)));
    }

    @Test
    void refusesAProducerThatDoesNotExist() {
        assertThatThrownBy(() -> Schedules.constant(1, 2, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("producer must be between 0 and 1, but is 2");
        assertThatThrownBy(() -> Schedules.constant(1, -1, 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
