package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Envelope;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks the acknowledgements of a partition consumer on a channel that only records them. */
class PartitionConsumerTest {
    private static final int ROUNDS = 2_000;

    private final AtomicLong acknowledgedUpTo = new AtomicLong();
    private int ready;
    private int consumers = 1;
    private AMQP.@Nullable BasicProperties published;
    /** The consumer to which published messages come at once, so that nothing depends on the length of a wait. */
    private @Nullable PartitionConsumer delivered;

    private final Channel channel = Fake.of(Channel.class, (method, arguments) -> {
        if (method.equals("basicAck")) {
            acknowledgedUpTo.set((Long) arguments[0]);
        }
        if (method.equals("queueDeclarePassive")) {
            return Fake.of(
                    AMQP.Queue.DeclareOk.class, (name, none) -> name.equals("getMessageCount") ? ready : consumers);
        }
        if (method.equals("basicPublish")) {
            published = (AMQP.BasicProperties) arguments[2];
            PartitionConsumer asking = delivered;
            if (asking != null) {
                asking.handleDelivery("tag", new Envelope(1, false, "", "queue"), published, new byte[0]);
            }
            return null;
        }
        return switch (method) {
            case "basicConsume" -> "tag";
            case "getConnection" -> connection();
            case "waitForConfirms" -> true;
            default -> null;
        };
    });

    private Connection connection() {
        return Fake.of(Connection.class, (method, arguments) -> method.equals("createChannel") ? channel : null);
    }

    private static RabbitMqSettings manual() throws DriverException {
        Map<String, String> connection = Map.of(
                "uri", "amqp://127.0.0.1:9",
                "queue", "quorum",
                "persistent", "true",
                "acknowledgement", "manual",
                "prefetch", "200",
                "confirm-window", "300",
                "replication", "3");
        return RabbitMqSettings.resolve(new DriverConfig(
                connection,
                DurabilityLevel.LEVEL_1,
                new Batching(Duration.ofMillis(2), new ByteSize(1 << 20)),
                VendorSettings.NONE));
    }

    /** Creates a consumer on a channel that does nothing. */
    static PartitionConsumer live(PartitionConsumer.Source source) throws IOException {
        Channel idle = Fake.of(Channel.class, (method, arguments) -> method.equals("basicConsume") ? "tag" : null);
        Connection connection =
                Fake.of(Connection.class, (method, arguments) -> method.equals("createChannel") ? idle : null);
        MessageListener ignoring = new Waiting(new CountDownLatch(0), new CountDownLatch(0));
        try {
            return PartitionConsumer.on(
                    connection, source, new PartitionConsumer.Target(new DeliveryGate(), ignoring), manual());
        } catch (DriverException e) {
            throw new IOException(e);
        }
    }

    private PartitionConsumer consumer(DeliveryGate gate, MessageListener listener) throws Exception {
        PartitionConsumer.Source source = new PartitionConsumer.Source("queue", 0);
        return PartitionConsumer.on(connection(), source, new PartitionConsumer.Target(gate, listener), manual());
    }

    /** The delivery that closing waits for is part of the last acknowledgement, however close the two come. */
    @Test
    void whatWasDeliveredWhileClosingIsAcknowledged() throws Exception {
        for (int round = 1; round <= ROUNDS; round++) {
            acknowledgedUpTo.set(0);
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            DeliveryGate gate = new DeliveryGate();
            PartitionConsumer consumer = consumer(gate, new Waiting(inside, goOn));
            Thread deliveries = Thread.ofPlatform().start(() -> deliver(consumer));
            inside.await();
            goOn.countDown();

            gate.stop("queue");
            consumer.acknowledge();

            assertThat(acknowledgedUpTo.get())
                    .as("the last acknowledged delivery in round %d", round)
                    .isEqualTo(1);
            deliveries.join();
        }
    }

    @Test
    void whatWaitsForTheEndOfAPauseIsReceivedAfterIt() throws Exception {
        DeliveryGate gate = new DeliveryGate();
        AtomicLong received = new AtomicLong();
        PartitionConsumer consumer = consumer(gate, new Noting(received));
        gate.pause();
        Thread deliveries = Thread.ofPlatform().start(() -> deliver(consumer));
        while (deliveries.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }

        long resumed = System.nanoTime();
        gate.resume();
        deliveries.join();

        assertThat(received.get() - resumed).isNotNegative();
    }

    /** Messages sent before may still be on their way when a queue is empty. */
    @Test
    void theEndIsReachedOnceWhatWasPutBehindAllOthersHasCome() throws Exception {
        CountDownLatch listened = new CountDownLatch(1);
        PartitionConsumer consumer = consumer(new DeliveryGate(), new Waiting(listened, new CountDownLatch(0)));
        ready = 3;
        assertThat(consumer.isAtEnd()).as("with messages that are ready").isFalse();
        assertThat(published).isNull();
        ready = 0;

        delivered = consumer;
        assertThat(consumer.isAtEnd()).isTrue();
        assertThat(published).isNotNull();
        assertThat(listened.getCount()).as("it is no message of the load").isEqualTo(1);
    }

    @Test
    void anEmptyQueueTellsNothingWhereItDoesNotKnowOfItsConsumer() throws Exception {
        PartitionConsumer consumer =
                consumer(new DeliveryGate(), new Waiting(new CountDownLatch(0), new CountDownLatch(0)));
        for (int others : new int[] {0, 2}) {
            consumers = others;
            assertThatThrownBy(consumer::isAtEnd)
                    .isInstanceOf(DriverException.class)
                    .hasMessage("the queue queue reports " + others
                            + " consumers, but there is one: it has no leader, or is not done with others");
        }
    }

    /** Records when the last message was received. */
    private record Noting(AtomicLong received) implements MessageListener {
        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            received.set(receivedNanos);
        }

        @Override
        public void onError(Throwable cause) {
            throw new AssertionError(cause);
        }
    }

    private static void deliver(PartitionConsumer consumer) {
        consumer.handleDelivery(
                "tag", new Envelope(1, false, "exchange", "0"), new AMQP.BasicProperties(), new byte[] {1});
    }

    /** Reports that it has been called, and waits for permission to continue. */
    private record Waiting(CountDownLatch inside, CountDownLatch goOn) implements MessageListener {
        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            inside.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void onError(Throwable cause) {
            throw new AssertionError("the feed gave up", cause);
        }
    }
}
