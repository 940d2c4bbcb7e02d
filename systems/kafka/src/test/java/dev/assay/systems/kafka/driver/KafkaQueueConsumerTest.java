package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.Failure;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.AcknowledgementCommitCallback;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidRecordStateException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KafkaQueueConsumerTest {
    private final List<String> events = new ArrayList<>();
    private AcknowledgementCommitCallback committed = (_, _) -> {};
    private final KafkaQueueConsumer consumer = new KafkaQueueConsumer(
            unused(Admin.class), new TopicSpec("t", 1, List.of()), "s", "client", client(), new Noting());
    private boolean polled;
    private Runnable atTheFirst = () -> {};

    /** Returns a client that fails any call. */
    static <T> T unused(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, _) -> {
            throw new AssertionError(method);
        }));
    }

    /** Records deliveries in their order among all calls. */
    private final class Noting implements MessageListener {
        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            note("delivered", buffer[offset]);
        }

        @Override
        public void onRedelivery(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            note("redelivered", buffer[offset]);
        }

        private void note(String event, byte number) {
            events.add(event + " " + number);
            if (number == 0) {
                atTheFirst.run();
            }
        }

        @Override
        public void onFailure(FailedOperation operation, Failure failure) {
            events.add(operation + " " + failure.code());
        }

        @Override
        public void onError(Throwable cause) {
            throw new AssertionError(cause);
        }
    }

    /** Returns a client with three messages, the second of which was delivered before; a poll after that ends the consumer. */
    @SuppressWarnings("unchecked")
    private ShareConsumer<ByteBuffer, ByteBuffer> client() {
        return (ShareConsumer<ByteBuffer, ByteBuffer>) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ShareConsumer.class},
                (self, method, arguments) -> called(method.getName(), arguments));
    }

    private @Nullable Object called(String method, Object @Nullable [] arguments) {
        switch (method) {
            case "poll" -> {
                if (polled) {
                    consumer.stop();
                    return records(0);
                }
                polled = true;
                return records(3);
            }
            case "acknowledge" -> {
                Object[] given = Objects.requireNonNull(arguments);
                events.add(given[1] + " " + ((ConsumerRecord<?, ?>) given[0]).offset());
            }
            case "unsubscribe" -> {
                events.add(method);
                consumer.resume();
            }
            case "setAcknowledgementCommitCallback" ->
                committed = (AcknowledgementCommitCallback) Objects.requireNonNull(arguments)[0];
            case "wakeup", "commitAsync" -> {
                // When they happen depends on the machine.
            }
            case "commitSync" -> {
                events.add(method);
                return Map.of();
            }
            default -> events.add(method);
        }
        return null;
    }

    private static ConsumerRecords<ByteBuffer, ByteBuffer> records(int count) {
        List<ConsumerRecord<ByteBuffer, ByteBuffer>> records = IntStream.range(0, count)
                .mapToObj(KafkaQueueConsumerTest::record)
                .toList();
        return new ConsumerRecords<>(count == 0 ? Map.of() : Map.of(new TopicPartition("t", 0), records), Map.of());
    }

    private static ConsumerRecord<ByteBuffer, ByteBuffer> record(int number) {
        return new ConsumerRecord<>(
                "t",
                0,
                number,
                0,
                TimestampType.CREATE_TIME,
                0,
                1,
                ByteBuffer.allocate(0),
                ByteBuffer.wrap(new byte[] {(byte) number}),
                new RecordHeaders(),
                Optional.empty(),
                Optional.of((short) (number == 1 ? 2 : 1)));
    }

    @Test
    void eachMessageIsAcknowledgedOnceItWasDelivered() {
        consumer.run();

        assertThat(events)
                .containsExactly(
                        "subscribe",
                        "delivered 0",
                        "accept 0",
                        "redelivered 1",
                        "accept 1",
                        "delivered 2",
                        "accept 2",
                        "close");
    }

    @Test
    void whatTheServersRefuseOfAcknowledgementsIsToldUntilTheConsumerEnds() {
        atTheFirst = () -> {
            committed.onComplete(Map.of(), new InvalidRecordStateException("late"));
            committed.onComplete(Map.of(), null);
            consumer.stop();
            committed.onComplete(Map.of(), new InvalidRecordStateException("at the end"));
        };
        consumer.run();

        assertThat(events)
                .containsExactly(
                        "subscribe",
                        "delivered 0",
                        "ACKNOWLEDGE InvalidRecordStateException",
                        "accept 0",
                        "release 1",
                        "release 2",
                        "close");
    }

    @Test
    void whatHasComeWhenTheEndIsAskedForGoesBack() {
        atTheFirst = consumer::stop;
        consumer.run();

        assertThat(events).containsExactly("subscribe", "delivered 0", "accept 0", "release 1", "release 2", "close");
    }

    @Test
    void whoPausesGivesEverythingBackLeavesAndJoinsAgain() {
        atTheFirst = () -> consumer.pause();
        consumer.run();

        assertThat(events)
                .containsExactly(
                        "subscribe",
                        "delivered 0",
                        "accept 0",
                        "release 1",
                        "release 2",
                        "commitSync",
                        "unsubscribe",
                        "subscribe",
                        "close");
    }
}
