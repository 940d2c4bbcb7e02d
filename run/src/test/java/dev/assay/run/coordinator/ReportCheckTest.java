package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.PackedHistogram;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.LedgerBounds;
import dev.assay.worker.wire.PackedInterval;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Honest reports of the largest loads are accepted, and those with one more are not. */
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

    private static PackedInterval.Recorded recorded(LatencyMetric metric, String subscription, byte[] packed) {
        return new PackedInterval.Recorded("measure", metric, subscription, ByteBuffer.wrap(packed), 0, 0);
    }

    private static PackedInterval interval(PackedInterval.Recorded... histograms) {
        return new PackedInterval(
                "w1",
                0,
                SECOND,
                LoadTotals.ZERO,
                new HarnessSample(0, 0, 0, 0, new Histogram(3)),
                List.of(histograms),
                List.of());
    }

    private static byte[] packed(int digits, long highest) {
        Histogram histogram = new Histogram(digits);
        histogram.recordValue(highest);
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        return Arrays.copyOf(buffer.array(), histogram.encodeIntoCompressedByteBuffer(buffer));
    }

    /** What can't be unpacked at all shows that nothing was. */
    @Test
    void namesAndRepetitionsAreRefusedBeforeAnythingIsUnpacked() {
        byte[] none = {};
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check.interval(interval(recorded(LatencyMetric.END_TO_END, "s3", none)), 1))
                .withMessage("there is no subscription 's3'");
        PackedInterval.Recorded once = recorded(LatencyMetric.END_TO_END, "s1", none);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fresh(1).interval(interval(once, once), 1))
                .withMessageContaining("twice");
    }

    @Test
    void histogramsOfOneIntervalTakeNoMoreThanIsSetAside() throws Exception {
        byte[] small = packed(3, 1_000_000_000);
        byte[] large = packed(3, Long.MAX_VALUE / 2);
        long both = PackedHistogram.unpackedBytes(small) + PackedHistogram.unpackedBytes(large);
        PackedInterval interval =
                interval(recorded(LatencyMetric.RESPONSE, "", small), recorded(LatencyMetric.SERVICE, "", large));

        assertThat(both).isBetween(512L * 1024, 1024L * 1024);
        assertThat(fresh(both).interval(interval, 1).histograms()).hasSize(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fresh(both - 1).interval(interval, 1))
                .withMessage("the 2 histograms of an interval would take more than " + (both - 1) + " B unpacked");
    }

    @Test
    void anotherPrecisionThanThatOfWorkersIsRefused() {
        PackedInterval finer = interval(recorded(LatencyMetric.RESPONSE, "", packed(4, 1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check.interval(finer, 1))
                .withMessage("workers record with 3 digits of precision, but a histogram has 4");
    }

    private static ReportCheck fresh(long unpackedBytes) {
        return new ReportCheck(
                new ReportBounds(Set.of("measure"), List.of("s1"), 1, new LedgerBounds(1, 1, 1, MESSAGES)),
                unpackedBytes);
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
