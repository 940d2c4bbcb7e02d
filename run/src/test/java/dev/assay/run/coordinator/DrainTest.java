package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.MessageListener;
import dev.assay.model.message.MessageHeader;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.run.trial.HookedProvider;
import dev.assay.run.trial.InProcessWorker;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.run.trial.StoredThoughFailed;
import dev.assay.testing.time.VirtualClock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks how long a trial waits for acknowledged messages. */
class DrainTest {
    private final VirtualClock clock = new VirtualClock();

    private static final int EVERY_FAILED = 10;
    private static final int EVERY_LATE = 20;
    private static final int LATE_OFFSET = 5;

    /** Longer than a trial continues once it takes everything to have arrived. */
    private static final long LATE_SECONDS = 5;

    @Test
    void failedMessagesThatArriveDoNotStandInForAcknowledgedOnesThatAreLate() throws Exception {
        HookedProvider provider = new HookedProvider(clock)
                .sendThrough(producer -> new StoredThoughFailed(producer, EVERY_FAILED))
                .deliverThrough(Late::new);
        try (InProcessWorker worker = InProcessWorker.start("w1", provider, clock)) {
            TrialRequest request = MemoryTrials.lasting(Duration.ofSeconds(1), MemoryTrials.simple());
            TrialOutcome outcome =
                    MemoryTrials.runner(clock).run(request, List.of(worker.connection()), interval -> {});

            SubscriptionDelivery received = outcome.delivery().subscriptions().getFirst();
            assertThat(outcome.delivery().acked()).isEqualTo(900);
            assertThat(received.received()).isEqualTo(1000);
            assertThat(received.recovered()).isEqualTo(100);
            assertThat(received.lost()).isZero();
            assertThat(outcome.drained()).isTrue();
        }
    }

    private final class Late implements MessageListener {
        private final MessageListener listener;

        Late(MessageListener listener) {
            this.listener = listener;
        }

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            if (MessageHeader.sequence(buffer, offset) % EVERY_LATE == LATE_OFFSET) {
                byte[] payload = Arrays.copyOfRange(buffer, offset, offset + length);
                clock.start(Thread.ofPlatform().daemon(), () -> {
                    clock.pass(Duration.ofSeconds(LATE_SECONDS));
                    deliver(partition, payload, 0, length);
                });
            } else {
                deliver(partition, buffer, offset, length);
            }
        }

        private synchronized void deliver(int partition, byte[] buffer, int offset, int length) {
            listener.onMessage(partition, buffer, offset, length, clock.nanoTime());
        }

        @Override
        public void onError(Throwable cause) {
            listener.onError(cause);
        }
    }
}
