package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.Failure;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KafkaMessageConsumerTest {
    private static final TopicPartition PARTITION = new TopicPartition("t", 0);

    /** Creates a consumer that is never asked for its backlog. */
    private static KafkaMessageConsumer consumer(Consumer<ByteBuffer, ByteBuffer> client, MessageListener listener) {
        return consumer(client, false, listener);
    }

    private static KafkaMessageConsumer consumer(
            Consumer<ByteBuffer, ByteBuffer> client, boolean commitsEachPoll, MessageListener listener) {
        return consumer(client, commitsEachPoll, Duration.ofMinutes(5), listener);
    }

    private static KafkaMessageConsumer consumer(
            Consumer<ByteBuffer, ByteBuffer> client,
            boolean commitsEachPoll,
            Duration maxPollInterval,
            MessageListener listener) {
        PartitionEnds ends =
                new PartitionEnds(KafkaQueueConsumerTest.unused(Admin.class), new TopicSpec("t", 2, List.of()));
        return new KafkaMessageConsumer(ends, "t", "s", client, commitsEachPoll, maxPollInterval, listener);
    }

    /** Records offsets to be committed, and reports their outcome. */
    @SuppressWarnings("deprecation") // as below
    private static final class Committing extends MockConsumer<ByteBuffer, ByteBuffer> {
        private final List<Map<TopicPartition, OffsetAndMetadata>> commits = new ArrayList<>();
        private final @Nullable Exception failure;

        Committing(@Nullable Exception failure) {
            super(OffsetResetStrategy.EARLIEST);
            this.failure = failure;
        }

        @Override
        public synchronized void commitAsync(
                Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
            commits.add(offsets);
            callback.onComplete(offsets, failure);
        }

        /** Makes successive polls bring {@code counts} messages of partition 0. */
        void bring(int... counts) {
            schedulePollTask(() -> {
                rebalance(List.of(PARTITION));
                updateBeginningOffsets(Map.of(PARTITION, 0L));
            });
            long offset = 0;
            for (int count : counts) {
                long first = offset;
                schedulePollTask(() -> {
                    for (long at = first; at < first + count; at++) {
                        addRecord(new ConsumerRecord<>("t", 0, at, ByteBuffer.allocate(0), ByteBuffer.allocate(1)));
                    }
                });
                offset += count;
            }
        }
    }

    /** Records when each message was received and when the call for it ended. */
    private static final class Times implements MessageListener {
        private final List<Long> received = new ArrayList<>();
        private final List<Long> done = new ArrayList<>();
        private final List<String> failures = new ArrayList<>();
        private Runnable end = () -> {};

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            received.add(receivedNanos);
            done.add(System.nanoTime());
            if (received.size() == 3) {
                end.run();
            }
        }

        @Override
        public void onFailure(FailedOperation operation, Failure failure) {
            failures.add(operation.code() + " " + failure.kind().code() + " " + failure.code());
        }

        @Override
        public void onError(Throwable cause) {
            throw new AssertionError(cause);
        }
    }

    @Test
    @SuppressWarnings("deprecation") // the constructor that replaces it is not in 3.9
    void eachMessageOfAPollIsReceivedAfterTheOneBeforeItWasDealtWith() {
        MockConsumer<ByteBuffer, ByteBuffer> client = new MockConsumer<>(OffsetResetStrategy.EARLIEST);
        client.schedulePollTask(() -> {
            client.rebalance(List.of(PARTITION));
            client.updateBeginningOffsets(Map.of(PARTITION, 0L));
            for (int i = 0; i < 3; i++) {
                client.addRecord(new ConsumerRecord<>("t", 0, i, ByteBuffer.allocate(0), ByteBuffer.allocate(1)));
            }
        });
        Times times = new Times();
        KafkaMessageConsumer consumer = consumer(client, times);
        times.end = consumer::stop;
        consumer.run();
        assertThat(times.received).hasSize(3);
        assertThat(times.received.get(1)).isGreaterThanOrEqualTo(times.done.get(0));
        assertThat(times.received.get(2)).isGreaterThanOrEqualTo(times.done.get(1));
    }

    @Test
    void whatAPollBroughtIsCommittedAfterItUpToTheLastMessageThatWasDelivered() {
        Committing client = new Committing(null);
        client.bring(2, 0, 3);
        Times times = new Times();
        KafkaMessageConsumer consumer = consumer(client, true, times);
        times.end = consumer::stop; // With the third, so that two of the last poll are not delivered.

        consumer.run();

        assertThat(times.received).hasSize(3);
        assertThat(client.commits)
                .containsExactly(
                        Map.of(PARTITION, new OffsetAndMetadata(2)), Map.of(PARTITION, new OffsetAndMetadata(3)));
    }

    @Test
    void nothingIsCommittedWhereTheClientDoesSoByItself() {
        Committing client = new Committing(null);
        client.bring(3);
        Times times = new Times();
        KafkaMessageConsumer consumer = consumer(client, false, times);
        times.end = consumer::stop;

        consumer.run();

        assertThat(client.commits).isEmpty();
    }

    @Test
    void aCommitThatMayBeMadeAgainEndsNothing() {
        Committing client = new Committing(new RetriableCommitFailedException("the coordinator moves"));
        client.bring(1, 1, 1);
        Times times = new Times();
        KafkaMessageConsumer consumer = consumer(client, true, times);
        times.end = consumer::stop;

        consumer.run();

        assertThat(client.commits).hasSize(3);
        assertThat(times.failures).hasSize(3).containsOnly("acknowledge refused RetriableCommitFailedException");
    }

    @Test
    void aCommitThatARebalanceIsInTheWayOfIsNoFailure() {
        Committing client = new Committing(new RebalanceInProgressException("rejoin first"));
        client.bring(1, 1, 1);
        Times times = new Times();
        KafkaMessageConsumer consumer = consumer(client, true, times);
        times.end = consumer::stop;

        consumer.run();

        assertThat(times.received).hasSize(3);
        assertThat(times.failures).isEmpty();
    }

    @Test
    @SuppressWarnings("deprecation")
    void whatAGroupTakesAwayIsReportedAndWhatItGivesFirstIsNot() {
        MockConsumer<ByteBuffer, ByteBuffer> client = new MockConsumer<>(OffsetResetStrategy.EARLIEST);
        Times times = new Times();
        KafkaMessageConsumer consumer = consumer(client, times);

        consumer.onPartitionsRevoked(List.of());
        consumer.onPartitionsAssigned(List.of(PARTITION));
        assertThat(times.failures).isEmpty();
        consumer.onPartitionsRevoked(List.of(PARTITION));
        assertThat(times.failures).containsExactly("receive rebalanced partitions revoked");
        consumer.onPartitionsAssigned(List.of(PARTITION));
        consumer.onPartitionsLost(List.of(PARTITION));
        assertThat(times.failures)
                .containsExactly("receive rebalanced partitions revoked", "receive expelled session.timeout.ms");
        assertThat(consumer.assignedPartitions()).isZero();

        consumer.stop();
        consumer.onPartitionsLost(List.of(PARTITION));
        consumer.onPartitionsRevoked(List.of(PARTITION));
        assertThat(times.failures).as("while it ends").hasSize(2);
    }

    @Test
    @SuppressWarnings("deprecation")
    void aConsumerThatPolledTooLateIsExpelledForThat() {
        MockConsumer<ByteBuffer, ByteBuffer> client = new MockConsumer<>(OffsetResetStrategy.EARLIEST);
        Times times = new Times();
        KafkaMessageConsumer consumer = consumer(client, false, Duration.ZERO, times);
        client.schedulePollTask(() -> {
            consumer.onPartitionsLost(List.of(PARTITION));
            consumer.stop();
        });

        consumer.run();

        assertThat(times.failures).containsExactly("receive expelled max.poll.interval.ms");
    }

    @Test
    void aCommitThatIsRefusedEndsTheConsumer() {
        Committing client = new Committing(new GroupAuthorizationException("s"));
        client.bring(1, 1, 1);
        List<Throwable> errors = new ArrayList<>();
        KafkaMessageConsumer consumer = consumer(client, true, new MessageListener() {
            @Override
            public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {}

            @Override
            public void onError(Throwable cause) {
                errors.add(cause);
            }
        });

        consumer.run();

        assertThat(errors).hasSize(1);
        assertThat(errors.getFirst()).hasMessageContaining("consuming topic t for subscription s failed");
        assertThat(errors.getFirst()).hasRootCauseInstanceOf(GroupAuthorizationException.class);
    }

    @Test
    @SuppressWarnings("deprecation")
    void positionsAreThoseAfterTheLastMessageThatWasDelivered() {
        MockConsumer<ByteBuffer, ByteBuffer> client = new MockConsumer<>(OffsetResetStrategy.EARLIEST);
        TopicPartition empty = new TopicPartition("t", 1);
        Times times = new Times();
        KafkaMessageConsumer consumer = consumer(client, times);
        client.schedulePollTask(() -> {
            client.rebalance(List.of(PARTITION, empty));
            client.updateBeginningOffsets(Map.of(PARTITION, 0L, empty, 7L));
            for (int i = 0; i < 2; i++) {
                client.addRecord(new ConsumerRecord<>("t", 0, i, ByteBuffer.allocate(0), ByteBuffer.allocate(1)));
            }
        });
        client.schedulePollTask(consumer::stop);
        assertThat(consumer.positions()).as("before anything was polled").isEmpty();

        consumer.run();

        assertThat(times.received).hasSize(2);
        assertThat(consumer.positions()).containsExactlyInAnyOrderEntriesOf(Map.of(0, 2L, 1, 7L));
    }
}
