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

/** Who gets which message. */
public interface SubscriptionsContract extends ContractHooks {
    /** After this long without a delivery, a paused consumer counts as quiet. */
    Duration QUIET = Duration.ofMillis(700);

    @Test
    default void everySubscriptionGetsEverything() throws Exception {
        TopicSpec topic = session().createTopic(3, "one", "two", "three");
        List<Inbox> inboxes = List.of(
                session().readyInbox(topic, "one"),
                session().readyInbox(topic, "two"),
                session().readyInbox(topic, "three"));
        Outbox outbox = session().outbox(topic);

        outbox.sendManyAcked(1, 2_000);

        for (Inbox inbox : inboxes) {
            inbox.awaitExactly(outbox.acked());
        }
    }

    @Test
    default void consumersOfOneSubscriptionShareWithoutDuplicates() throws Exception {
        assumeTrue(
                session().driver().capabilities().sharing(),
                "the system can't divide a subscription's messages among consumers");
        TopicSpec topic = session().createTopic(6, "shared");
        List<Inbox> inboxes = List.of(
                session().inbox(topic, "shared"),
                session().inbox(topic, "shared"),
                session().inbox(topic, "shared"));
        session().awaitAssigned(topic, inboxes);
        Outbox outbox = session().outbox(topic);
        boolean keys = session().driver().capabilities().keys();

        for (int id = 0; id < 3_000; id++) {
            outbox.send(id, Letter.USUAL_BYTES, keys ? ("key-" + id).getBytes(StandardCharsets.UTF_8) : null);
        }

        outbox.awaitAllAcked();
        patience()
                .until(
                        "3000 messages to arrive",
                        () -> together(inboxes).size() == 3_000,
                        () -> together(inboxes).size() + " different messages");
        inboxes.forEach(Inbox::assertSound);
        assertThat(inboxes.stream().mapToLong(Inbox::deliveries).sum())
                .as("deliveries of 3000 messages to the subscription")
                .isEqualTo(3_000);
        assertThat(inboxes)
                .as("deliveries to each consumer")
                .allSatisfy(inbox -> assertThat(inbox.deliveries()).isPositive());
    }

    @Test
    default void aSubscriptionThatNobodyNamedBeforeStartsAtTheOldestMessage() throws Exception {
        assumeTrue(
                session().driver().capabilities().lateSubscriptions(),
                "the system keeps messages only for subscriptions that it knows");
        TopicSpec topic = session().createTopic(2);
        Outbox outbox = session().outbox(topic);
        outbox.sendManyAcked(1, 500);

        session().readyInbox(topic, "late").awaitExactly(outbox.acked());
    }

    @Test
    default void pausedConsumersGetNothingUntilResumed() throws Exception {
        assumeTrue(session().driver().capabilities().pause(), "the system can't pause consumers");
        TopicSpec topic = session().createTopic(2, "paused");
        Inbox inbox = session().readyInbox(topic, "paused");
        Outbox outbox = session().outbox(topic);
        outbox.sendManyAcked(1, 100);
        inbox.await(outbox.acked());

        inbox.consumer().pause();
        // What the client was about to hand over may still come; the pause must hold from then on.
        outbox.sendManyAcked(1_000, 500);
        patience().untilStill("deliveries", QUIET, inbox::deliveries);
        outbox.sendManyAcked(2_000, 500);
        Patience.never(
                "a paused consumer was given messages that were sent after its pause",
                watching(QUIET),
                () -> inbox.seen().stream().anyMatch(id -> id >= 2_000));

        inbox.consumer().resume();
        inbox.awaitExactly(outbox.acked());
    }

    @Test
    default void subscriptionsContinueAfterReconnect() throws Exception {
        TopicSpec topic = session().createTopic(3, "lasting");
        Outbox outbox = session().outbox(topic);
        Inbox before = session().readyInbox(topic, "lasting");
        // Slow, so that the client has more in hand than it has delivered when it is closed.
        before.slowDown(Duration.ofMillis(1));
        outbox.sendManyAcked(1, 3_000);
        patience()
                .until(
                        "some messages to arrive",
                        () -> before.deliveries() > 100,
                        () -> before.deliveries() + " deliveries");
        before.close();
        outbox.sendManyAcked(10_000, 1_000);

        Inbox after = session().readyInbox(topic, "lasting");

        Set<Long> rest = new HashSet<>(outbox.acked());
        rest.removeAll(before.seen());
        after.await(rest);
        before.assertSound();
        assertThat(before.deliveries() + after.deliveries() - outbox.ackedCount())
                .as("messages delivered again after the consumer was closed in order")
                .isLessThanOrEqualTo(mostRedeliveredAfterReconnect());
    }

    private static Set<Long> together(List<Inbox> inboxes) {
        Set<Long> ids = new HashSet<>();
        inboxes.forEach(inbox -> ids.addAll(inbox.seen()));
        return ids;
    }
}
