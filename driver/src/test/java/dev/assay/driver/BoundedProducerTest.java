package dev.assay.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.InFlight;
import java.time.Duration;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class BoundedProducerTest {
    private static final byte[] PAYLOAD = new byte[40];

    /** Keeps messages until the test finishes them. */
    private static final class HoldingProducer implements DriverProducer {
        private final Deque<PendingSend> messages = new ConcurrentLinkedDeque<>();
        private final AtomicInteger highest = new AtomicInteger();
        private final AtomicInteger inFlight = new AtomicInteger();
        private volatile boolean closed;

        @Override
        public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
            if (closed) {
                pendingSend.failed(null);
                return;
            }
            highest.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            messages.add(pendingSend);
        }

        /** Reports the outcome of the oldest message; returns false when there is none. */
        boolean finish(boolean good) {
            PendingSend oldest = messages.poll();
            if (oldest == null) {
                return false;
            }
            inFlight.decrementAndGet();
            if (good) {
                oldest.acked();
            } else {
                oldest.failed(null);
            }
            return true;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            closed = true;
        }
    }

    private static final class Outcomes implements PendingSend.Listener {
        private final AtomicInteger acked = new AtomicInteger();
        private final AtomicInteger failed = new AtomicInteger();

        @Override
        public void onAcked(PendingSend pendingSend) {
            acked.incrementAndGet();
        }

        @Override
        public void onFailed(PendingSend pendingSend, Throwable cause) {
            failed.incrementAndGet();
        }

        @Override
        public void onViolation(PendingSend pendingSend) {
            throw new AssertionError("an outcome was told twice");
        }
    }

    private final HoldingProducer holding = new HoldingProducer();
    private final Outcomes outcomes = new Outcomes();

    private Thread sending(DriverProducer producer, int count) {
        return Thread.ofPlatform().daemon().start(() -> {
            for (int i = 0; i < count; i++) {
                PendingSend message = producer.newPendingSend(outcomes);
                message.arm(i, 0, 0);
                producer.send(PAYLOAD, null, message);
            }
        });
    }

    private static void awaitWaiting(Thread sender) {
        while (sender.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 5000})
    void asManyMessagesAsTheLimitGoAndOneMoreForEachOutcome(int limit) throws Exception {
        Thread sender = sending(BoundedProducer.of(holding, new InFlight(limit), LocalClock.SYSTEM), limit + 2);
        awaitWaiting(sender);
        assertThat(holding.messages).hasSize(limit);

        holding.finish(true);
        while (holding.messages.size() < limit) {
            Thread.onSpinWait();
        }
        awaitWaiting(sender);
        assertThat(holding.messages).hasSize(limit);

        holding.finish(false);
        assertThat(sender.join(Duration.ofSeconds(30))).isTrue();
        assertThat(holding.messages).hasSize(limit);
        assertThat(outcomes.acked).hasValue(1);
        assertThat(outcomes.failed).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void nothingIsLostNorTheLimitPassedWhateverTheOrder(long seed) {
        Random random = new Random(seed);
        int limit = 1 + random.nextInt(20);
        int count = 20_000;
        Thread sender = sending(BoundedProducer.of(holding, new InFlight(limit), LocalClock.SYSTEM), count);
        while (outcomes.acked.get() + outcomes.failed.get() < count) {
            if (!holding.finish(random.nextInt(10) > 0)) {
                Thread.onSpinWait();
            }
        }
        assertThat(holding.highest.get()).isBetween(1, limit);
        assertThat(sender.getState()).isNotEqualTo(Thread.State.WAITING);
    }

    @Test
    void closingEndsTheWait() throws Exception {
        DriverProducer producer = BoundedProducer.of(holding, new InFlight(3), LocalClock.SYSTEM);
        Thread sender = sending(producer, 5);
        awaitWaiting(sender);

        producer.close();

        assertThat(sender.join(Duration.ofSeconds(30))).isTrue();
        assertThat(outcomes.failed).hasValue(2);
    }

    @Test
    void aLimitLeftToTheClientIsNone() {
        assertThat(BoundedProducer.of(holding, InFlight.CLIENT, LocalClock.SYSTEM))
                .isSameAs(holding);
    }
}
