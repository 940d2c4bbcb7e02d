package dev.assay.core.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.arrival.ArrivalSchedule.Stripe;
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
        Stripe stripe = new ConstantArrivals(new Rate(10_000)).stripe(0, 1);
        for (int i = 0; i < 1000; i++) {
            assertThat(stripe.next()).isEqualTo(i * 100_000L);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 3, 7, 29, 49, 77, 109, 997, 9_999, 50_000, 77_777, 333_333, 1e6, 2_999_999})
    void eachWholeSecondGetsExactlyItsMessages(double rate) {
        Stripe stripe = new ConstantArrivals(new Rate(rate)).stripe(0, 1);
        for (int second = 0; second < 5; second++) {
            assertThat(stripe.next()).isEqualTo(second * 1_000_000_000L);
            for (int i = 1; i < rate; i++) {
                stripe.next();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 1", "7, 4", "50000, 6", "333333, 16", "0.25, 3", "1000000, 1000"})
    void stripesMergeToTheWhole(double rate, int producers) {
        ArrivalSchedule schedule = new ConstantArrivals(new Rate(rate));
        Stripe whole = schedule.stripe(0, 1);
        Stripe[] stripes = new Stripe[producers];
        for (int producer = 0; producer < producers; producer++) {
            stripes[producer] = schedule.stripe(producer, producers);
        }
        for (int i = 0; i < 10_000; i++) {
            assertThat(stripes[i % producers].next()).isEqualTo(whole.next());
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {3, 49, 50_000, 333_333.3, 2_999_999})
    void nothingHasDriftedAtMessageOneBillion(double rate) {
        // The second message of producer 0 of 10^9 producers is message 10^9 of all.
        Stripe stripe = new ConstantArrivals(new Rate(rate)).stripe(0, 1_000_000_000);
        stripe.next();
        long exact = BigDecimal.valueOf(1e18)
                .divide(BigDecimal.valueOf(rate), MathContext.DECIMAL128)
                .setScale(0, RoundingMode.HALF_EVEN)
                .longValueExact();
        assertThat(Math.abs(stripe.next() - exact)).isLessThanOrEqualTo((long) Math.max(1, Math.ulp((double) exact)));
    }

    @Test
    void refusesAStripeThatDoesNotExist() {
        ArrivalSchedule schedule = new ConstantArrivals(new Rate(1));
        assertThatThrownBy(() -> schedule.stripe(2, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("producer must be between 0 and 1, but is 2");
        assertThatThrownBy(() -> schedule.stripe(-1, 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
