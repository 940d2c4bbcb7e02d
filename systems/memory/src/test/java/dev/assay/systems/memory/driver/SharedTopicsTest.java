package dev.assay.systems.memory.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.LocalClock;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.contract.ContractTimeouts;
import dev.assay.systems.memory.LatencyLaw;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Drivers of several workers in one process have the same topics: consumers that come and go under load, and the law. */
class SharedTopicsTest {
    private static final ContractTimeouts TIMEOUTS = new ContractTimeouts(Duration.ofMinutes(2));

    private static MemoryDriver driver(LatencyLaw law, long meanNanos, long stallNanos) {
        return new MemoryDriver(new LatencySource(law, meanNanos, 0, stallNanos), MemoryFaults.NONE, LocalClock.SYSTEM);
    }

    /** Counts how often each number comes. */
    private record Counting(Map<Integer, AtomicInteger> seen, AtomicInteger own) implements MessageListener {
        Counting(Map<Integer, AtomicInteger> seen) {
            this(seen, new AtomicInteger());
        }

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            own.incrementAndGet();
            seen.computeIfAbsent(ByteBuffer.wrap(buffer, offset, length).getInt(), key -> new AtomicInteger())
                    .incrementAndGet();
        }

        @Override
        public void onError(Throwable cause) {
            throw new AssertionError(cause);
        }
    }

    /** Records the outcomes of one producer's messages. */
    private static final class Outcomes implements PendingSend.Listener {
        final AtomicInteger acked = new AtomicInteger();
        final AtomicLong firstAckNanos = new AtomicLong();

        @Override
        public void onAcked(PendingSend send) {
            firstAckNanos.compareAndSet(0, System.nanoTime());
            acked.incrementAndGet();
        }

        @Override
        public void onFailed(PendingSend send, Throwable cause) {
            throw new AssertionError(cause);
        }

        @Override
        public void onViolation(PendingSend send) {
            throw new AssertionError("a second outcome");
        }

        void send(DriverProducer producer, int number) {
            PendingSend send = new PendingSend(this);
            send.arm(number, 0, 0);
            producer.send(ByteBuffer.allocate(40).putInt(number).array(), null, send);
        }
    }

    @Test
    void consumersOfSeveralWorkersComeAndGoUnderLoadAndEachMessageComesOnce() throws Exception {
        TopicSpec topic = new TopicSpec("come and go", 6, List.of("all"));
        try (Driver one = driver(LatencyLaw.EXPONENTIAL, 200_000, 0);
                Driver other = driver(LatencyLaw.EXPONENTIAL, 200_000, 0)) {
            one.createTopics(List.of(topic));
            Map<Integer, AtomicInteger> counts = new ConcurrentHashMap<>();
            Counting first = new Counting(counts);
            Counting second = new Counting(counts);
            Counting third = new Counting(counts);
            DriverConsumer leaves = one.openConsumer(topic, "all", first);
            DriverProducer producer = other.openProducer(topic);
            Outcomes outcomes = new Outcomes();
            int sent = sendUntil(producer, outcomes, 0, () -> first.own().get() > 1_000);
            DriverConsumer stays = other.openConsumer(topic, "all", second);
            sent = sendUntil(producer, outcomes, sent, () -> second.own().get() > 1_000);
            one.openConsumer(topic, "all", third);
            sent = sendUntil(producer, outcomes, sent, () -> third.own().get() > 1_000);
            leaves.close();
            int firstCount = second.own().get();
            sent = sendUntil(producer, outcomes, sent, () -> second.own().get() > firstCount + 1_000);

            int all = sent;
            TIMEOUTS.until("all to arrive", () -> counts.size() == all, () -> counts.size() + " of " + all);
            TIMEOUTS.until("all to be acknowledged", () -> outcomes.acked.get() == all, outcomes.acked::toString);
            assertThat(stays.assignedPartitions()).isEqualTo(3);
            assertThat(counts.values()).allSatisfy(count -> assertThat(count).hasValue(1));
            one.deleteTopics(List.of(topic));
            assertThatThrownBy(() -> other.openProducer(topic))
                    .hasMessageContaining("all workers of a trial must be in one");
        }
    }

    private static int sendUntil(DriverProducer producer, Outcomes outcomes, int from, BooleanSupplier enough) {
        int[] next = {from};
        TIMEOUTS.until(
                "enough messages",
                () -> {
                    for (int i = 0; i < 100; i++) {
                        outcomes.send(producer, next[0]++);
                    }
                    TIMEOUTS.until(
                            "acknowledgements", () -> outcomes.acked.get() > next[0] - 1_000, outcomes.acked::toString);
                    return enough.getAsBoolean();
                },
                () -> next[0] + " sent");
        return next[0];
    }

    /** A stall at the first message, whoever sends it, is over for the next one that comes later. */
    @Test
    void theLawBeginsWithTheFirstMessageOfEachTrialWhicheverWorkerSendsIt() throws Exception {
        long stallNanos = 100_000_000;
        for (String trial : List.of("first trial", "second trial")) {
            TopicSpec topic = new TopicSpec(trial, 1, List.of());
            try (MemoryDriver one = driver(LatencyLaw.CONSTANT, 1_000_000, stallNanos);
                    MemoryDriver other = driver(LatencyLaw.CONSTANT, 1_000_000, stallNanos)) {
                one.createTopics(List.of(topic));
                long sentNanos = System.nanoTime();
                Outcomes stalled = new Outcomes();
                stalled.send(other.openProducer(topic), 1);
                TIMEOUTS.until("the acknowledgement", () -> stalled.acked.get() == 1, stalled.acked::toString);
                assertThat(stalled.firstAckNanos.get() - sentNanos).isGreaterThanOrEqualTo(stallNanos);

                // One driver's first message is not the trial's.
                assertThat(MemoryTopic.named(trial).firstSend.nanos(Long.MAX_VALUE))
                        .isBetween(sentNanos, System.nanoTime());
                one.deleteTopics(List.of(topic));
            }
        }
    }
}
