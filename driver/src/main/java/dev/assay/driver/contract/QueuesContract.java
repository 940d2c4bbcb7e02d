package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.driver.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Checks the promises of {@link TopicSpec#queues}. The names of queues are no other subscription's here: systems keep a
 * name's kind beyond its topics.
 */
public interface QueuesContract extends ContractHooks {
    int CONSUMERS = 5;

    /** So many rounds are several times what any client takes ahead for all consumers. */
    int MAX_ROUNDS = 40;

    @Test
    default void moreConsumersThanPartitionsDivideAQueueWithoutDuplicates() throws Exception {
        TopicSpec topic = queue(2, "queue");
        List<RecordingConsumer> consumers = new ArrayList<>();
        for (int number = 0; number < CONSUMERS; number++) {
            RecordingConsumer consumer = session().consumer(topic, "queue");
            // Otherwise the first consumer might take all.
            consumer.slowDown(Duration.ofMillis(1));
            consumers.add(consumer);
        }
        session().awaitAssigned(topic, consumers);
        RecordingProducer producer = session().producer(topic);

        for (int round = 0; round < MAX_ROUNDS && !allHaveSome(consumers); round++) {
            producer.sendManyAcked(1 + 1_000L * round, 500);
        }

        awaitAll(producer, consumers);
        consumers.forEach(RecordingConsumer::assertSound);
        assertThat(deliveries(consumers) - producer.ackedCount())
                .as("deliveries besides the %d messages of the queue", producer.ackedCount())
                .isZero();
        assertThat(consumers)
                .as("deliveries to each consumer")
                .allSatisfy(consumer -> assertThat(consumer.deliveries()).isPositive());
    }

    @Test
    default void whatAConsumerLeavesGoesToAnotherOneOfTheQueue() throws Exception {
        TopicSpec topic = queue(2, "queue");
        RecordingConsumer leaving = session().consumer(topic, "queue");
        RecordingConsumer staying = session().consumer(topic, "queue");
        leaving.slowDown(Duration.ofMillis(2));
        session().awaitAssigned(topic, List.of(leaving, staying));
        RecordingProducer producer = session().producer(topic);
        for (int round = 0; round < MAX_ROUNDS && leaving.deliveries() < 10; round++) {
            producer.sendManyAcked(1 + 1_000L * round, 500);
        }

        leaving.close();

        awaitAll(producer, List.of(leaving, staying));
        leaving.assertSound();
        staying.assertSound();
        assertThat(deliveries(List.of(leaving, staying)) - producer.ackedCount())
                .as("messages delivered again after a consumer was closed in order")
                .isLessThanOrEqualTo(maxRedeliveredAfterReconnect());
    }

    @Test
    default void aPausedConsumerOfAQueueGetsNothingUntilResumed() throws Exception {
        assumeTrue(session().driver().capabilities().pause(), "the system can't pause consumers");
        TopicSpec topic = queue(2, "queue");
        RecordingConsumer consumer = session().readyConsumer(topic, "queue");
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 100);
        consumer.await(producer.acked());

        consumer.consumer().pause();
        // Messages that the client was about to hand over may still come; the pause must hold from then on.
        producer.sendManyAcked(1_000, 500);
        timeouts().untilStill("deliveries", SubscriptionsContract.QUIET, consumer::deliveries);
        producer.sendManyAcked(2_000, 500);
        ContractTimeouts.never(
                "a paused consumer of a queue was given messages that were sent after its pause",
                watching(SubscriptionsContract.QUIET),
                () -> consumer.seen().stream().anyMatch(id -> id >= 2_000));

        consumer.resume();
        consumer.awaitExactly(producer.acked());
    }

    @Test
    default void aQueueWhoseFirstConsumerComesLateHasEverything() throws Exception {
        TopicSpec topic = queue(2, "late-queue");
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 2_000);

        session().readyConsumer(topic, "late-queue").awaitExactly(producer.acked());
    }

    @Test
    default void aQueueAndAnotherSubscriptionEachGetEverything() throws Exception {
        TopicSpec topic = queue(3, "queue", "tail");
        RecordingConsumer ofQueue = session().readyConsumer(topic, "queue");
        RecordingConsumer other = session().readyConsumer(topic, "tail");
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 2_000);

        ofQueue.awaitExactly(producer.acked());
        other.awaitExactly(producer.acked());
    }

    /** Creates a topic with a queue, and skips the test where there are no queues. */
    private TopicSpec queue(int partitions, String queue, String... further) throws Exception {
        assumeTrue(hasQueues(), "the system has no queues");
        return session().createTopicWithQueue(partitions, queue, further);
    }

    private void awaitAll(RecordingProducer producer, List<RecordingConsumer> consumers) {
        timeouts()
                .until(
                        producer.ackedCount() + " messages to arrive",
                        () -> together(consumers).containsAll(producer.acked()),
                        () -> together(consumers).size() + " different messages");
    }

    private static boolean allHaveSome(List<RecordingConsumer> consumers) {
        return consumers.stream().allMatch(consumer -> consumer.deliveries() > 0);
    }

    private static long deliveries(List<RecordingConsumer> consumers) {
        return consumers.stream().mapToLong(RecordingConsumer::deliveries).sum();
    }

    private static Set<Long> together(List<RecordingConsumer> consumers) {
        Set<Long> ids = new HashSet<>();
        consumers.forEach(consumer -> ids.addAll(consumer.seen()));
        return ids;
    }
}
