package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.driver.TopicSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each subscription gets the messages that are its own. */
public interface SubscriptionsContract extends ContractHooks {
    /** After this long without a delivery, a paused consumer counts as quiet. */
    Duration QUIET = Duration.ofMillis(700);

    @Test
    default void everySubscriptionGetsEverything() throws Exception {
        TopicSpec topic = session().createTopic(3, "one", "two", "three");
        List<RecordingConsumer> consumers = List.of(
                session().readyConsumer(topic, "one"),
                session().readyConsumer(topic, "two"),
                session().readyConsumer(topic, "three"));
        RecordingProducer producer = session().producer(topic);

        producer.sendManyAcked(1, 2_000);

        for (RecordingConsumer consumer : consumers) {
            consumer.awaitExactly(producer.acked());
        }
    }

    @Test
    default void consumersOfOneSubscriptionShareWithoutDuplicates() throws Exception {
        assumeTrue(
                session().driver().capabilities().sharing(),
                "the system can't divide a subscription's messages among consumers");
        TopicSpec topic = session().createTopic(6, "shared");
        List<RecordingConsumer> consumers = List.of(
                session().consumer(topic, "shared"),
                session().consumer(topic, "shared"),
                session().consumer(topic, "shared"));
        session().awaitAssigned(topic, consumers);
        RecordingProducer producer = session().producer(topic);
        boolean keys = session().driver().capabilities().keys();

        for (int id = 0; id < 3_000; id++) {
            producer.send(id, TestMessage.USUAL_BYTES, keys ? ("key-" + id).getBytes(StandardCharsets.UTF_8) : null);
        }

        producer.awaitAllAcked();
        timeouts()
                .until(
                        "3000 messages to arrive",
                        () -> together(consumers).size() == 3_000,
                        () -> together(consumers).size() + " different messages");
        consumers.forEach(RecordingConsumer::assertSound);
        assertThat(consumers.stream().mapToLong(RecordingConsumer::deliveries).sum())
                .as("deliveries of 3000 messages to the subscription")
                .isEqualTo(3_000);
        assertThat(consumers)
                .as("deliveries to each consumer")
                .allSatisfy(consumer -> assertThat(consumer.deliveries()).isPositive());
    }

    @Test
    default void aSubscriptionThatNobodyNamedBeforeStartsAtTheOldestMessage() throws Exception {
        assumeTrue(
                session().driver().capabilities().lateSubscriptions(),
                "the system keeps messages only for subscriptions that it knows");
        TopicSpec topic = session().createTopic(2);
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 500);

        session().readyConsumer(topic, "late").awaitExactly(producer.acked());
    }

    /** Reads as a recheck does while the subscription's own consumers still exist. */
    @Test
    default void aFreshSubscriptionReadsEverythingAgainThatAnotherHasTaken() throws Exception {
        assumeTrue(
                session().driver().capabilities().lateSubscriptions(),
                "the system keeps messages only for subscriptions that it knows");
        TopicSpec topic = session().createTopic(2, "taken");
        RecordingConsumer first = session().readyConsumer(topic, "taken");
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 2_000);
        first.awaitExactly(producer.acked());

        session().readyConsumer(topic, "taken-again").awaitExactly(producer.acked());
        first.awaitExactly(producer.acked());
    }

    /** Reads as a recheck does where the system forgets messages that were taken. */
    @Test
    default void aFreshConsumerIsGivenWhatTheOneBeforeHasLeft() throws Exception {
        assumeTrue(session().driver().capabilities().pause(), "the system can't pause consumers");
        TopicSpec topic = session().createTopic(2, "left");
        RecordingConsumer former = session().readyConsumer(topic, "left");
        former.consumer().pause();
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 2_000);
        former.close();

        Set<Long> remaining = new HashSet<>(producer.acked());
        remaining.removeAll(former.seen());
        session().readyConsumer(topic, "left").await(remaining);
        former.assertSound();
    }

    @Test
    default void pausedConsumersGetNothingUntilResumed() throws Exception {
        assumeTrue(session().driver().capabilities().pause(), "the system can't pause consumers");
        TopicSpec topic = session().createTopic(2, "paused");
        RecordingConsumer consumer = session().readyConsumer(topic, "paused");
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 100);
        consumer.await(producer.acked());

        consumer.consumer().pause();
        // Messages that the client was about to hand over may still come; the pause must hold from then on.
        producer.sendManyAcked(1_000, 500);
        timeouts().untilStill("deliveries", QUIET, consumer::deliveries);
        producer.sendManyAcked(2_000, 500);
        ContractTimeouts.never(
                "a paused consumer was given messages that were sent after its pause",
                watching(QUIET),
                () -> consumer.seen().stream().anyMatch(id -> id >= 2_000));

        consumer.resume();
        consumer.awaitExactly(producer.acked());
    }

    /** Behaves as consumer groups of a timeline that start paused: they let a backlog grow before they have read anything. */
    @Test
    default void consumersThatArePausedBeforeTheFirstMessageGetEverythingOnceResumed() throws Exception {
        assumeTrue(session().driver().capabilities().pause(), "the system can't pause consumers");
        TopicSpec topic = session().createTopic(2, "tailing", "held");
        RecordingConsumer liveSubscriptions = session().readyConsumer(topic, "tailing");
        RecordingConsumer paused = session().readyConsumer(topic, "held");
        paused.consumer().pause();
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 2_000);
        liveSubscriptions.awaitExactly(producer.acked());
        ContractTimeouts.never(
                "a consumer that was paused from the start was given messages",
                watching(QUIET),
                () -> paused.deliveries() > 0);

        paused.resume();
        paused.awaitExactly(producer.acked());
        paused.assertSound();
    }

    /** Behaves as consumer groups of a timeline that start later without being paused. */
    @Test
    default void aNamedSubscriptionWhoseFirstConsumerComesLateHasEverything() throws Exception {
        TopicSpec topic = session().createTopic(2, "tailing", "late");
        RecordingConsumer liveSubscriptions = session().readyConsumer(topic, "tailing");
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 2_000);
        liveSubscriptions.awaitExactly(producer.acked());

        session().readyConsumer(topic, "late").awaitExactly(producer.acked());
    }

    @Test
    default void subscriptionsContinueAfterReconnect() throws Exception {
        TopicSpec topic = session().createTopic(3, "lasting");
        RecordingProducer producer = session().producer(topic);
        RecordingConsumer former = session().readyConsumer(topic, "lasting");
        // It is slow, so that the client has more in hand than it has delivered when it is closed.
        former.slowDown(Duration.ofMillis(1));
        producer.sendManyAcked(1, 3_000);
        timeouts()
                .until(
                        "some messages to arrive",
                        () -> former.deliveries() > 100,
                        () -> former.deliveries() + " deliveries");
        former.close();
        producer.sendManyAcked(10_000, 1_000);

        RecordingConsumer after = session().readyConsumer(topic, "lasting");

        Set<Long> rest = new HashSet<>(producer.acked());
        rest.removeAll(former.seen());
        after.await(rest);
        former.assertSound();
        assertThat(former.deliveries() + after.deliveries() - producer.ackedCount())
                .as("messages delivered again after the consumer was closed in order")
                .isLessThanOrEqualTo(maxRedeliveredAfterReconnect());
    }

    private static Set<Long> together(List<RecordingConsumer> consumers) {
        Set<Long> ids = new HashSet<>();
        consumers.forEach(consumer -> ids.addAll(consumer.seen()));
        return ids;
    }
}
