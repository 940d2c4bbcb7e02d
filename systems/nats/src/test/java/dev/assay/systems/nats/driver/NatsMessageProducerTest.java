package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverException;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.nats.driver.FakeNats.Answering;
import dev.assay.testing.time.Eventually;
import io.nats.client.Options;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks the outcomes of messages against a server that the test runs. */
@Timeout(120)
class NatsMessageProducerTest {
    private static final TopicSpec TOPIC = new TopicSpec("topic", 1, List.of());

    private static final class Outcomes implements PendingSend.Listener {
        private final List<Long> acked = new ArrayList<>();
        private final Map<Long, Throwable> failed = new TreeMap<>();
        private int violations;

        PendingSend pendingSend(long number) {
            PendingSend pendingSend = new PendingSend(this);
            pendingSend.arm(number, 0, 0);
            return pendingSend;
        }

        @Override
        public synchronized void onAcked(PendingSend pendingSend) {
            acked.add(pendingSend.sequence());
        }

        @Override
        public synchronized void onFailed(PendingSend pendingSend, Throwable cause) {
            failed.put(pendingSend.sequence(), cause);
        }

        @Override
        public synchronized void onViolation(PendingSend pendingSend) {
            violations++;
        }

        synchronized List<Long> acked() {
            return List.copyOf(acked);
        }

        synchronized Map<Long, Throwable> failed() {
            return new TreeMap<>(failed);
        }

        synchronized int violations() {
            return violations;
        }
    }

    private static NatsMessageProducer open(FakeNats server, Map<String, String> client) throws DriverException {
        VendorSettings settings = TestConfigs.client(client);
        return NatsMessageProducer.open(
                TOPIC, new Connections(NatsSettings.resolve(TestConfigs.at(server.url(), settings))));
    }

    @Test
    void aMessageIsAcknowledgedByItsStream() throws Exception {
        Outcomes outcomes = new Outcomes();
        try (FakeNats server = FakeNats.start((subject, answering) -> {
                    assertThat(subject).isEqualTo("topic-0");
                    answering.say(FakeNats.acknowledgement(1));
                });
                NatsMessageProducer producer = open(server, Map.of())) {
            producer.send(new byte[] {1}, null, outcomes.pendingSend(7));
            assertThat(Eventually.holds(() -> outcomes.acked().equals(List.of(7L))))
                    .isTrue();
        }
    }

    /** The client cancels messages that its clean-up finds too old, and drops the answer that comes later. */
    @Test
    void anAcknowledgementAfterTheCleanUpMakesNoSecondOutcome() throws Exception {
        Outcomes outcomes = new Outcomes();
        Queue<Answering> late = new ConcurrentLinkedQueue<>();
        try (FakeNats server = FakeNats.start((_, answering) -> late.add(answering));
                NatsMessageProducer producer = open(server, Map.of(Options.PROP_CLEANUP_INTERVAL, "50"))) {
            producer.send(new byte[] {1}, null, outcomes.pendingSend(1));
            assertThat(Eventually.holds(() -> outcomes.failed().containsKey(1L)))
                    .isTrue();
            assertThat(outcomes.failed().get(1L))
                    .hasMessageContaining("the stream topic-0 has not acknowledged the message within 1 s");
            assertThat(classOf(outcomes.failed().get(1L))).isEqualTo(FailureClass.TIMED_OUT);

            say(late, FakeNats.acknowledgement(1));
            // What comes after it has been dealt with shows that it has been, too.
            producer.send(new byte[] {2}, null, outcomes.pendingSend(2));
            assertThat(Eventually.holds(() -> !late.isEmpty())).isTrue();
            say(late, FakeNats.acknowledgement(2));
            assertThat(Eventually.holds(
                            () -> outcomes.acked().size() + outcomes.failed().size() == 2))
                    .isTrue();
            assertThat(outcomes.acked()).doesNotContain(1L);
            assertThat(outcomes.violations()).isZero();
        }
    }

    /** The messages are those of jnats 2.26.2. */
    @Test
    void aQueueOfTheClientThatIsFullIsToldFromAConnectionThatIsClosed() {
        assertThat(classOfCall("Output queue is full 5000")).isEqualTo(FailureClass.FULL);
        assertThat(classOfCall("Unable to queue any more messages during reconnect, max buffer is 8388608"))
                .isEqualTo(FailureClass.FULL);
        assertThat(classOfCall("Connection is Closed")).isEqualTo(FailureClass.CANCELLED);
    }

    private static FailureClass classOfCall(String message) {
        return classOf(NatsFailures.ofMessage(new IllegalStateException(message), "topic-0", 5, false));
    }

    private static FailureClass classOf(@Nullable Throwable cause) {
        return cause instanceof DriverException failed
                ? failed.failure().orElseThrow().kind()
                : FailureClass.OTHER;
    }

    /** jnats 2.26.2 looks for old messages by a timer of the same period, so that one is given up later than that, and never earlier. */
    @Test
    void anAcknowledgementIsNotGivenUpBeforeTheClientsPeriodIsOver() throws Exception {
        Outcomes outcomes = new Outcomes();
        long period = 300;
        try (FakeNats server = FakeNats.start((_, _) -> {});
                NatsMessageProducer producer =
                        open(server, Map.of(Options.PROP_CLEANUP_INTERVAL, Long.toString(period)))) {
            long began = System.nanoTime();
            producer.send(new byte[] {1}, null, outcomes.pendingSend(1));
            assertThat(Eventually.holds(() -> outcomes.failed().containsKey(1L)))
                    .isTrue();
            assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(period * 1_000_000);
        }
    }

    private static void say(Queue<Answering> late, String payload) throws IOException {
        Answering answering = late.poll();
        if (answering != null) {
            answering.say(payload);
        }
    }

    @Test
    void whatAServerSaysIsWhyAMessageFailed() throws Exception {
        Outcomes outcomes = new Outcomes();
        try (FakeNats server = FakeNats.start(
                        (_, answering) -> answering.say(
                                "{\"error\":{\"code\":503,\"err_code\":10077,\"description\":\"maximum messages exceeded\"}}"));
                NatsMessageProducer producer = open(server, Map.of())) {
            producer.send(new byte[] {1}, null, outcomes.pendingSend(1));
            assertThat(Eventually.holds(() -> outcomes.failed().containsKey(1L)))
                    .isTrue();
            assertThat(outcomes.failed().get(1L)).hasMessageContaining("maximum messages exceeded");
            assertThat(classOf(outcomes.failed().get(1L))).isEqualTo(FailureClass.FULL);
        }
    }

    @Test
    void closingFailsWhatHasNoOutcomeOnce() throws Exception {
        Outcomes outcomes = new Outcomes();
        try (FakeNats server = FakeNats.start((_, _) -> {})) {
            NatsMessageProducer producer = open(server, Map.of());
            producer.send(new byte[] {1}, null, outcomes.pendingSend(1));
            producer.close();
            producer.send(new byte[] {1}, null, outcomes.pendingSend(2));
        }
        assertThat(outcomes.failed()).containsOnlyKeys(1L, 2L);
        assertThat(outcomes.failed().values())
                .allSatisfy(cause -> assertThat(classOf(cause)).isEqualTo(FailureClass.CANCELLED));
        assertThat(outcomes.acked()).isEmpty();
        assertThat(outcomes.violations()).isZero();
    }

    @Test
    void aServerThatEndsFailsItsMessages() throws Exception {
        Outcomes outcomes = new Outcomes();
        FakeNats server = FakeNats.start((_, _) -> {});
        NatsMessageProducer producer =
                open(server, Map.of(Options.PROP_CLEANUP_INTERVAL, "50", Options.PROP_MAX_RECONNECT, "0"));
        try (producer) {
            producer.send(new byte[] {1}, null, outcomes.pendingSend(1));
            server.close();
            assertThat(Eventually.holds(() -> outcomes.failed().containsKey(1L)))
                    .isTrue();
        }
        assertThat(outcomes.violations()).isZero();
    }
}
