package dev.assay.driver.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.Batching;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.unit.ByteSize;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.contract.Timeouts;
import dev.assay.driver.memory.wire.FrameReader;
import dev.assay.driver.memory.wire.FrameType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the contract does not ask: consumers that come and go under load, the law, and ends out of order. */
class MemoryServerTest {
    private static final Timeouts TIMEOUTS = new Timeouts(Duration.ofMinutes(2));
    private static final TopicSpec TOPIC = new TopicSpec("topic", 6, List.of("all"));

    private final AtomicLong refused = new AtomicLong();
    private final RetainedBytes retained = new RetainedBytes(1_000_000, refused::incrementAndGet);
    private @Nullable MemoryServer server;

    @AfterEach
    void endServer() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private Driver connect(String law, long meanNanos, long stallNanos) throws Exception {
        Map<String, String> connection = new TreeMap<>(Map.of(
                "law",
                law,
                "mean-nanos",
                Long.toString(meanNanos),
                "stall-at-nanos",
                "0",
                "stall-nanos",
                Long.toString(stallNanos)));
        if (server == null) {
            server = MemoryServer.start(0, MemoryProvider.latency(connection), retained);
        }
        connection.put("server", "127.0.0.1:" + server.port());
        return new MemoryProvider()
                .open(new DriverConfig(
                        connection,
                        DurabilityLevel.LEVEL_4,
                        new Batching(Duration.ZERO, new ByteSize(0)),
                        VendorSettings.NONE));
    }

    /** Counts how often each number comes, and what goes wrong. */
    private static final class Counting implements MessageListener {
        final Map<Integer, AtomicInteger> seen;
        final AtomicInteger own = new AtomicInteger();
        volatile @Nullable Throwable error;

        Counting(Map<Integer, AtomicInteger> seen) {
            this.seen = seen;
        }

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            own.incrementAndGet();
            seen.computeIfAbsent(ByteBuffer.wrap(buffer, offset, length).getInt(), key -> new AtomicInteger())
                    .incrementAndGet();
        }

        @Override
        public void onError(Throwable cause) {
            error = cause;
        }
    }

    /** What became of the messages of one producer. */
    private static final class Outcomes implements PendingSend.Listener {
        final AtomicInteger acked = new AtomicInteger();
        final AtomicInteger failed = new AtomicInteger();
        final AtomicLong firstAckNanos = new AtomicLong();

        @Override
        public void onAcked(PendingSend send) {
            firstAckNanos.compareAndSet(0, System.nanoTime());
            acked.incrementAndGet();
        }

        @Override
        public void onFailed(PendingSend send, Throwable cause) {
            failed.incrementAndGet();
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
        try (Driver one = connect("exponential", 200_000, 0);
                Driver other = connect("exponential", 200_000, 0)) {
            one.createTopics(List.of(TOPIC));
            Map<Integer, AtomicInteger> seen = new ConcurrentHashMap<>();
            Counting first = new Counting(seen);
            Counting second = new Counting(seen);
            Counting third = new Counting(seen);
            DriverConsumer leaves = one.openConsumer(TOPIC, "all", first);
            DriverProducer producer = other.openProducer(TOPIC);
            Outcomes outcomes = new Outcomes();
            int sent = sendUntil(producer, outcomes, 0, () -> first.own.get() > 1_000);
            DriverConsumer stays = other.openConsumer(TOPIC, "all", second);
            sent = sendUntil(producer, outcomes, sent, () -> second.own.get() > 1_000);
            one.openConsumer(TOPIC, "all", third);
            sent = sendUntil(producer, outcomes, sent, () -> third.own.get() > 1_000);
            leaves.close();
            int before = second.own.get();
            sent = sendUntil(producer, outcomes, sent, () -> second.own.get() > before + 1_000);

            int all = sent;
            TIMEOUTS.until("all to arrive", () -> seen.size() == all, () -> seen.size() + " of " + all);
            TIMEOUTS.until("all to be acknowledged", () -> outcomes.acked.get() == all, outcomes.acked::toString);
            TIMEOUTS.until(
                    "three partitions each",
                    () -> stays.assignedPartitions() == 3,
                    () -> "" + stays.assignedPartitions());
            assertThat(seen.values()).allSatisfy(count -> assertThat(count).hasValue(1));
            assertThat(refused).hasValue(0);
            one.deleteTopics(List.of(TOPIC));
            assertThat(retained.get()).as("kept after the topic is gone").isZero();
        }
    }

    /** Never so far ahead of the consumers that it would be too much for the server. */
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

    @Test
    void whatAConsumerTookThatDiedGoesToTheNext() throws Exception {
        try (Driver driver = connect("none", 0, 0)) {
            driver.createTopics(List.of(TOPIC));
            Outcomes outcomes = new Outcomes();
            DriverProducer producer = driver.openProducer(TOPIC);
            for (int number = 0; number < 600; number++) {
                outcomes.send(producer, number);
            }
            try (ServerLink dies = ServerLink.open(
                    "127.0.0.1:" + Objects.requireNonNull(server).port())) {
                dies.request(FrameType.SUBSCRIBE, body -> {
                    body.writeUTF(TOPIC.name());
                    body.writeUTF("all");
                });
                FrameReader frames = dies.stream();
                do {
                    assertThat(frames.next()).isTrue();
                } while (frames.type() != FrameType.MESSAGES);
            }

            Map<Integer, AtomicInteger> seen = new ConcurrentHashMap<>();
            DriverConsumer next = driver.openConsumer(TOPIC, "all", new Counting(seen));

            TIMEOUTS.until("all to arrive", () -> seen.size() == 600, () -> seen.size() + " of 600");
            assertThat(next.assignedPartitions()).isEqualTo(6);
            assertThat(seen.values()).allSatisfy(count -> assertThat(count).hasValue(1));
        }
    }

    @Test
    void theLawBeginsWithTheFirstMessageOfEachTrial() throws Exception {
        long stallNanos = 100_000_000;
        try (Driver driver = connect("constant", 1_000_000, stallNanos)) {
            for (String trial : List.of("first", "second")) {
                TopicSpec topic = new TopicSpec(trial, 1, List.of());
                driver.createTopics(List.of(topic));
                Outcomes outcomes = new Outcomes();
                long sentNanos = System.nanoTime();
                outcomes.send(driver.openProducer(topic), 1);

                TIMEOUTS.until("the acknowledgement", () -> outcomes.acked.get() == 1, outcomes.acked::toString);
                assertThat(outcomes.firstAckNanos.get() - sentNanos)
                        .as("trial %s", trial)
                        .isGreaterThanOrEqualTo(stallNanos);
            }
            assertThat(driver.effectiveConfig().groups().get("topic"))
                    .hasEntrySatisfying("latency", law -> assertThat(law).contains("CONSTANT", "stallNanos=100000000"));
        }
    }

    @Test
    void theEndOfTheServerFailsWhatIsUnderWay() throws Exception {
        Driver driver = connect("constant", Duration.ofHours(1).toNanos(), 0);
        driver.createTopics(List.of(TOPIC));
        Counting consumer = new Counting(new ConcurrentHashMap<>());
        driver.openConsumer(TOPIC, "all", consumer);
        DriverProducer producer = driver.openProducer(TOPIC);
        Outcomes outcomes = new Outcomes();
        outcomes.send(producer, 1);

        endServer();

        TIMEOUTS.until("the message to fail", () -> outcomes.failed.get() == 1, outcomes.failed::toString);
        TIMEOUTS.until("the consumer to hear of it", () -> consumer.error != null, () -> "nothing");
        assertThat(consumer.error).hasMessageContaining("the connection to the in-memory system's server at");
        outcomes.send(producer, 2);
        assertThat(outcomes.failed).hasValue(2);
        driver.close();
    }

    @Test
    void whatNobodyTakesIsNotKeptWithoutEnd() throws Exception {
        try (Driver driver = connect("none", 0, 0)) {
            driver.createTopics(List.of(TOPIC));
            Outcomes outcomes = new Outcomes();
            DriverProducer producer = driver.openProducer(TOPIC);

            for (int number = 0; number < 25_000; number++) {
                outcomes.send(producer, number);
            }
            TIMEOUTS.until("acknowledgements", () -> outcomes.acked.get() == 25_000, outcomes.acked::toString);
            assertThat(refused).as("messages of 40 bytes that fit").hasValue(0);
            outcomes.send(producer, 25_000);
            TIMEOUTS.until("one too many", () -> refused.get() == 1, refused::toString);
        }
    }

    @Test
    void whatDoesNotSpeakTheSameVersionIsRefused() throws Exception {
        try (Driver driver = connect("none", 0, 0);
                ServerLink link = ServerLink.open(
                        "127.0.0.1:" + Objects.requireNonNull(server).port())) {
            assertThatThrownBy(() -> link.request(FrameType.HELLO, body -> body.writeInt(99)))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("the worker speaks version 99 of the in-memory system's protocol")
                    .hasMessageContaining("but the server version 1");
            assertThatThrownBy(() -> driver.openProducer(TOPIC)).hasMessage("topic topic does not exist");
        }
    }

    @Test
    void nobodyThereIsSaidSo() {
        assertThatThrownBy(() -> ServedDriver.connect("127.0.0.1:1"))
                .isInstanceOf(DriverException.class)
                .hasMessageStartingWith("the in-memory system's server at 127.0.0.1:1 can't be used: ");
        assertThatThrownBy(() -> ServedDriver.connect("here"))
                .hasMessage("the connection setting 'server' must be HOST:PORT, but is 'here'");
    }
}
