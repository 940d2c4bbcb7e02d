package dev.assay.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.timeline.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A warm-up of ten seconds comes before ten measured ones. */
class PhaseLoadTest {
    private static final long SECOND = 1_000_000_000;
    private static final Phase MEASURED = new Phase(Phase.MEASURE, 10 * SECOND, 20 * SECOND);
    private static final LiveSubscriptions GROUPS =
            new LiveSubscriptions(List.of(new TrialSubscription("s1", "tail", true)), Set.of());

    /** Messages a second. */
    private record Rates(double offered, double sent, double acked, double failed, double received) {}

    private static PhaseLoad load(LoadCounts counts, List<PhaseDelivery> earlier, Rates warmUp, Rates measured) {
        PhaseLoad load = new PhaseLoad(MEASURED, GROUPS, earlier, false);
        for (int second = 1; second <= 20; second++) {
            Rates rates = second <= 10 ? warmUp : measured;
            counts.add(second(second, rates));
            load.follow(counts);
        }
        return load;
    }

    private static RecordedSecond second(int end, Rates rates) {
        return new RecordedSecond(
                end,
                List.of(
                        new Sample(Metrics.OFFERED, Labels.NONE, rates.offered()),
                        new Sample(Metrics.SENT, Labels.NONE, rates.sent()),
                        new Sample(Metrics.ACKED, Labels.NONE, rates.acked()),
                        new Sample(Metrics.FAILED, Labels.NONE, rates.failed()),
                        new Sample(Metrics.RECEIVED, Labels.of(Labels.SUBSCRIPTION, "s1"), rates.received())));
    }

    private static PhaseDelivery warmUp(long unsent, long failed, long unknown, SubscriptionDelivery subscription) {
        return new PhaseDelivery(
                Phase.WARMUP,
                1_000,
                unsent,
                1_000 - unsent - failed - unknown,
                failed,
                unknown,
                0,
                List.of(subscription));
    }

    private static SubscriptionDelivery subscription(long received, long lost, long recovered) {
        return new SubscriptionDelivery("s1", received, lost, 0, 0, 0, 0, recovered, 0);
    }

    private static LoadCounts counts(long failed, long recovered) {
        return new LoadCounts(
                GROUPS,
                new Delivery(
                        2_000, 0, 2_000 - failed, failed, 0, 0, List.of(subscription(2_000, 0, recovered)), List.of()),
                new OfferedCurve(false, Optional.empty()));
    }

    /** The rate falls from 100 to 10 messages a second when half of a recorded second is over; all is sent and received at once. */
    @Test
    void aSecondWithTwoRatesIsDividedAsTheScheduleIs() {
        LoadCurve schedule = LoadCurve.of(List.of(
                new LoadCurve.Part(LoadProfile.parse("100/s"), Duration.ZERO, Duration.ofMillis(1_500)),
                new LoadCurve.Part(LoadProfile.parse("10/s"), Duration.ZERO, Duration.ofMillis(1_500))));
        LoadCounts counts = new LoadCounts(
                GROUPS,
                new Delivery(165, 0, 165, 0, 0, 0, List.of(subscription(165, 0, 0)), List.of()),
                new OfferedCurve(false, Optional.of(schedule)));
        PhaseLoad first = new PhaseLoad(new Phase("p0", 0, 3 * SECOND / 2), GROUPS, List.of(), false);
        PhaseLoad second = new PhaseLoad(new Phase("p1", 3 * SECOND / 2, 3 * SECOND), GROUPS, List.of(), false);
        for (int end = 1; end <= 3; end++) {
            double rate = List.of(100, 55, 10).get(end - 1);
            counts.add(second(end, new Rates(rate, rate, rate, 0, rate)));
            first.follow(counts);
            second.follow(counts);
        }

        assertThat(first.offered(counts).orElseThrow()).isCloseTo(150, within(1e-6));
        assertThat(second.offered(counts).orElseThrow()).isCloseTo(15, within(1e-6));
        assertThat(second.groups(counts).getFirst().receivedDue()).isCloseTo(15, within(1e-6));
    }

    /** One of ten producers is blocked from the beginning. */
    @Test
    void whatWasNotSentBeforeIsNotWaitedFor() {
        LoadCounts counts = counts(0, 0);
        Rates rates = new Rates(100, 90, 90, 0, 90);
        PhaseLoad load = load(counts, List.of(warmUp(100, 0, 0, subscription(900, 0, 0))), rates, rates);

        LoadChange change = load.change(counts, 0).orElseThrow();

        assertThat(change.sent()).isCloseTo(900, within(1e-6));
        assertThat(change.acked()).isCloseTo(900, within(1e-6));
        assertThat(load.groups(counts).getFirst().receivedDue()).isCloseTo(900, within(1e-6));
    }

    /** Of each 100 messages 10 are without an outcome, and 5 are acknowledged and lost. */
    @Test
    void whatGotNoOutcomeOrWasLostBeforeIsNotWaitedFor() {
        LoadCounts counts = counts(0, 0);
        Rates rates = new Rates(100, 100, 90, 0, 85);
        PhaseLoad load = load(counts, List.of(warmUp(0, 0, 100, subscription(850, 50, 0))), rates, rates);

        assertThat(load.change(counts, 0).orElseThrow().acked()).isCloseTo(900, within(1e-6));
        assertThat(load.groups(counts).getFirst().receivedDue()).isCloseTo(850, within(1e-6));
    }

    /** Consumers have received 600 of 1,000 messages when the measurement begins, and then 70 a second, the failed ones among them. */
    @Test
    void whatFailedAndArrivedAllTheSameIsWaitedFor() {
        LoadCounts counts = counts(100, 100);
        PhaseLoad load = load(
                counts,
                List.of(warmUp(0, 100, 0, subscription(1_000, 0, 100))),
                new Rates(100, 100, 90, 10, 60),
                new Rates(50, 50, 50, 0, 70));

        assertThat(load.groups(counts).getFirst().receivedDue()).isCloseTo(300, within(1e-6));
    }

    /** Failed messages were sent like others: 800 of 1,000 have been sent when the measurement begins, and then 70 a second. */
    @Test
    void whatFailedIsWaitedForUntilItIsSent() {
        LoadCounts counts = counts(100, 0);
        PhaseLoad load = load(
                counts,
                List.of(warmUp(0, 100, 0, subscription(900, 0, 0))),
                new Rates(100, 80, 70, 10, 70),
                new Rates(50, 70, 70, 0, 70));

        assertThat(load.change(counts, 0).orElseThrow().sent()).isCloseTo(500, within(1e-6));
    }
}
