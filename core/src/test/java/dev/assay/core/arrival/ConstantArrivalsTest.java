package dev.assay.core.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.arrival.ArrivalSchedule.ProducerSchedule;
import dev.assay.core.unit.Rate;
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
        ProducerSchedule producerSchedule = new ConstantArrivals(new Rate(10_000)).producerSchedule(0, 1);
        for (int i = 0; i < 1000; i++) {
            assertThat(producerSchedule.next()).isEqualTo(i * 100_000L);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 3, 7, 29, 49, 77, 109, 997, 9_999, 50_000, 77_777, 333_333, 1e6, 2_999_999})
    void eachWholeSecondGetsExactlyItsMessages(double rate) {
        ProducerSchedule producerSchedule = new ConstantArrivals(new Rate(rate)).producerSchedule(0, 1);
        for (int second = 0; second < 5; second++) {
            assertThat(producerSchedule.next()).isEqualTo(second * 1_000_000_000L);
            for (int i = 1; i < rate; i++) {
                producerSchedule.next();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 1", "7, 4", "50000, 6", "333333, 16", "0.25, 3", "1000000, 1000"})
    void producerSchedulesMergeToTheWhole(double rate, int producers) {
        ArrivalSchedule schedule = new ConstantArrivals(new Rate(rate));
        ProducerSchedule whole = schedule.producerSchedule(0, 1);
        ProducerSchedule[] producerSchedules = new ProducerSchedule[producers];
        for (int producer = 0; producer < producers; producer++) {
            producerSchedules[producer] = schedule.producerSchedule(producer, producers);
        }
        for (int i = 0; i < 10_000; i++) {
            assertThat(producerSchedules[i % producers].next()).isEqualTo(whole.next());
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {3, 49, 50_000, 333_333.3, 2_999_999})
    void nothingHasDriftedAtMessageOneBillion(double rate) {
        // The second message of producer 0 of 10^9 producers is message 10^9 of all.
        ProducerSchedule producerSchedule = new ConstantArrivals(new Rate(rate)).producerSchedule(0, 1_000_000_000);
        producerSchedule.next();
        long exact = BigDecimal.valueOf(1e18)
                .divide(BigDecimal.valueOf(rate), MathContext.DECIMAL128)
                .setScale(0, RoundingMode.HALF_EVEN)
                .longValueExact();
        assertThat(Math.abs(producerSchedule.next() - exact))
                .isLessThanOrEqualTo((long) Math.max(1, Math.ulp((double) exact)));
    }

    @Test
    void refusesAProducerScheduleThatDoesNotExist() {
        ArrivalSchedule schedule = new ConstantArrivals(new Rate(1));
        assertThatThrownBy(() -> schedule.producerSchedule(2, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("producer must be between 0 and 1, but is 2");
        assertThatThrownBy(() -> schedule.producerSchedule(-1, 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
