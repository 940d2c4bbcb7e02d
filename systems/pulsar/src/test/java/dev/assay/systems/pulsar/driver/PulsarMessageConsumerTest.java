package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.MessageListener;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageIdAdv;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.impl.BatchMessageIdImpl;
import org.apache.pulsar.client.impl.MessageIdImpl;
import org.junit.jupiter.api.Test;

/** Checks the ends of consumers with a client that is made up. */
class PulsarMessageConsumerTest {
    private static <T> T fake(Class<T> type, InvocationHandler calls) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
    }

    private final AtomicReference<PulsarMessageConsumer> consumer = new AtomicReference<>();
    private final AtomicLong receivedNanos = new AtomicLong();

    /** Delivers messages of these ids, and ends. */
    private PulsarMessageConsumer delivered(MessageIdAdv... ids) {
        consumer(() -> {}, ids).run();
        return consumer.get();
    }

    /** @param onReceive runs before a message is handed over */
    @SuppressWarnings("unchecked")
    private PulsarMessageConsumer consumer(Runnable onReceive, MessageIdAdv... ids) {
        Deque<MessageIdAdv> left = new ArrayDeque<>(List.of(ids));
        Consumer<byte[]> received = fake(Consumer.class, (self, method, arguments) -> switch (method.getName()) {
            case "receive" -> {
                MessageIdAdv id = left.poll();
                if (id == null) {
                    consumer.get().stop();
                    yield null;
                }
                onReceive.run();
                yield fake(Message.class, (message, of, none) -> switch (of.getName()) {
                    case "getData" -> new byte[1];
                    case "getRedeliveryCount" -> 0;
                    default -> id;
                });
            }
            case "acknowledgeAsync" -> CompletableFuture.completedFuture(null);
            default -> throw new AssertionError(method);
        });
        PulsarClient client = fake(PulsarClient.class, (self, method, arguments) -> {
            throw new AssertionError(method);
        });
        PulsarMessageConsumer.Holding holding = new PulsarMessageConsumer.Holding(2, () -> 2, false);
        MessageListener listener = new MessageListener() {
            @Override
            public void onMessage(int partition, byte[] buffer, int offset, int length, long nanos) {
                receivedNanos.set(nanos);
            }

            @Override
            public void onError(Throwable cause) {
                throw new AssertionError(cause);
            }
        };
        consumer.set(new PulsarMessageConsumer(
                "topic t for subscription s", new DedicatedClient(client, "a test"), received, listener, holding));
        return consumer.get();
    }

    @Test
    void whatWaitsForTheEndOfAPauseIsReceivedAfterIt() throws InterruptedException {
        PulsarMessageConsumer paused = consumer(() -> consumer.get().pause(), new MessageIdImpl(5, 3, 0));
        Thread receiving = Thread.ofPlatform().start(paused);
        while (receiving.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }

        long resumed = System.nanoTime();
        paused.resume();
        receiving.join();

        assertThat(receivedNanos.get() - resumed).isNotNegative();
    }

    @Test
    void theLastMessageOfAPartitionIsDeliveredOnceItOrALaterOneIs() {
        PulsarMessageConsumer consumer = delivered(new MessageIdImpl(5, 3, 0), new BatchMessageIdImpl(6, 0, 1, 2));

        assertThat(consumer.hasDelivered(new MessageIdImpl(5, 3, 0))).isTrue();
        assertThat(consumer.hasDelivered(new MessageIdImpl(4, 9, 0))).isTrue();
        assertThat(consumer.hasDelivered(new MessageIdImpl(5, 4, 0))).isFalse();
        assertThat(consumer.hasDelivered(new MessageIdImpl(6, 0, 0)))
                .as("a ledger that was begun later")
                .isFalse();
        assertThat(consumer.hasDelivered(new BatchMessageIdImpl(6, 0, 1, 2))).isTrue();
        assertThat(consumer.hasDelivered(new BatchMessageIdImpl(6, 0, 1, 3)))
                .as("further in the same batch")
                .isFalse();
    }

    @Test
    void aPartitionThatHoldsNothingNeedsNoDelivery() {
        PulsarMessageConsumer consumer = delivered();
        assertThat(consumer.hasDelivered(new MessageIdImpl(-1, -1, 1))).isTrue();
        assertThat(consumer.hasDelivered(new MessageIdImpl(7, 0, 1))).isFalse();
    }
}
