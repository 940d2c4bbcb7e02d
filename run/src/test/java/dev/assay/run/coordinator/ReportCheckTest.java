package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.result.LoadTotals;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.LedgerBounds;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Honest reports of the largest loads are within what can be; one more is not. */
class ReportCheckTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MESSAGES = 2_000_000_000L;

    private static final Event.HostReport NOTHING = new Event.HostReport(0, List.of(), List.of());

    private final ReportCheck check = new ReportCheck(new ReportBounds(
            Set.of("warmup", "measure"), List.of("s1", "s2"), 10_000, new LedgerBounds(200, 2, 2, MESSAGES)));

    private static LoadTotals totals(long sent, Long... received) {
        return new LoadTotals(sent, sent, sent, 0, List.of(received));
    }

    private static DeliveryReports deliveryReports(long word) {
        return new DeliveryReports(1, 199, List.of(new DeliveryReports.Word(word, 1)), List.of());
    }

    @Test
    void aLoadOfABillionMessagesIsCountedAndMoreThanItHasAreNot() {
        assertThat(check.totals(totals(MESSAGES, MESSAGES, MESSAGES)).sent()).isEqualTo(MESSAGES);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check.totals(totals(MESSAGES + 1, MESSAGES, MESSAGES)))
                .withMessageContaining("at most 2000000000 messages for 2 subscriptions");
    }

    @Test
    void aSystemMayDeliverTheSameMessagesAgainAndAgain() {
        assertThat(check.totals(totals(1_000, 100 * MESSAGES, 0L)).received()).contains(100 * MESSAGES);
    }

    @Test
    void reportsOfADayPassAtTwoASecondAlsoWhereFiveMinutesOfThemWaited() {
        long began = 1;
        for (int number = 0; number < 2 * 86_400; number++) {
            check.host(NOTHING, began + number * SECOND / 2);
        }
        ReportCheck late = new ReportCheck(new ReportBounds(Set.of(), List.of(), 1, new LedgerBounds(1, 0, 0, 1)));
        for (int number = 0; number < 300; number++) {
            late.host(NOTHING, began);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> late.host(NOTHING, began))
                .withMessage("301 reports came within 0.0 s, but a worker reports once a second");
    }

    @Test
    void deliveryReportsReachTheLastMessageOfTheLastProducer() {
        DeliveryReports last = deliveryReports(MESSAGES / Long.SIZE);
        assertThat(check.deliveryReports(last)).isSameAs(last);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check.deliveryReports(deliveryReports(MESSAGES / Long.SIZE + 1)))
                .withMessageContaining("beyond the 2000000000 messages of the load");
    }
}
