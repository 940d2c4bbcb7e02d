package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import dev.assay.testing.time.VirtualClock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SendTrackerTest {
    private final ThreadRecorders recorders = new ThreadRecorders(
            new LoadTimeline(Timeline.of(List.of(new Phase(Phase.MEASURE, 0, 1000)), LoadProfile.NONE)), List.of("s1"));
    private final SendTracker tracker = new SendTracker(
            3,
            recorders,
            cause -> Failure.of(FailureClass.OTHER, cause),
            TrialClock.monotonic(new VirtualClock(), 0),
            0);

    private final DriverProducer client = new DriverProducer() {
        @Override
        public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {}

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @Test
    void aSecondOutcomeIsNotTakenForOneOfALaterMessage() {
        PendingSend first = tracker.pendingSend(client, 0, 0, 0);
        first.acked();
        PendingSend second = tracker.pendingSend(client, 1, 0, 0);
        first.acked();
        first.failed(new DriverException("late"));
        assertThat(tracker.violations()).isEqualTo(2);
        ProducerLedger ledger = tracker.ledger(2, 2, List.of(0L));
        assertThat(ledger.acked().contains(1)).isFalse();
        assertThat(ledger.failed().count()).isZero();

        second.failed(null);
        assertThat(ledger.failed().contains(1)).isTrue();
        assertThat(ledger.acked().count()).isOne();
        assertThat(tracker.violations()).isEqualTo(2);
    }
}
