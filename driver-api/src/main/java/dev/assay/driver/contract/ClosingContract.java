package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Closing works at any moment and leaves nothing behind. */
public interface ClosingContract extends ContractHooks {
    @Test
    @ResourceLock(SYSTEM)
    default void closingWhileBusyEndsInTimeAndLeavesNoThread() throws Exception {
        TopicSpec topic = session().createTopic(4, "one", "two");
        List<Inbox> inboxes =
                List.of(session().readyInbox(topic, "one"), session().readyInbox(topic, "two"));
        List<Outbox> outboxes = List.of(session().outbox(topic), session().outbox(topic));
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> senders = new ArrayList<>();
        for (Outbox outbox : outboxes) {
            senders.add(Thread.ofPlatform().daemon().start(() -> sendUntil(stop, outbox)));
        }
        try {
            for (Outbox outbox : outboxes) {
                patience().until("traffic", () -> outbox.ackedCount() > 1_000, outbox::toString);
            }

            closeInTime();
        } finally {
            stop.set(true);
        }

        for (Thread sender : senders) {
            assertThat(sender.join(patience().limit()))
                    .as("a thread that was sending got free")
                    .isTrue();
        }
        assertQuiet(inboxes, outboxes);
    }

    private void assertQuiet(List<Inbox> inboxes, List<Outbox> outboxes) {
        patience()
                .until(
                        "the client's threads to end",
                        () -> session().threadsLeft().isEmpty(),
                        () -> session().threadsLeft().toString());
        long deliveries = inboxes.stream().mapToLong(Inbox::deliveries).sum();
        long outcomes = outboxes.stream().mapToLong(Outbox::outcomes).sum();
        Patience.never(
                "deliveries or outcomes went on after everything was closed",
                watching(Duration.ofMillis(300)),
                () -> inboxes.stream().mapToLong(Inbox::deliveries).sum() > deliveries
                        || outboxes.stream().mapToLong(Outbox::outcomes).sum() > outcomes);
        assertThat(outboxes)
                .as("outcomes reported twice")
                .allSatisfy(outbox -> assertThat(outbox.violations()).isZero());
        inboxes.forEach(Inbox::assertSound);
    }

    @Test
    default void closingTwiceIsNoError() throws Exception {
        TopicSpec topic = session().createTopic(1, "closed-twice");
        Outbox outbox = session().outbox(topic);
        Inbox inbox = session().readyInbox(topic, "closed-twice");
        inbox.close();
        inbox.close();
        outbox.close();
        outbox.close();
        session().closeDriver();
        session().driver().close();
    }

    private void closeInTime() throws Exception {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                session().closeDriver();
                closed.complete(null);
            } catch (Exception | Error e) {
                closed.completeExceptionally(e);
            }
        });
        closed.orTimeout(closingLimit().toMillis(), TimeUnit.MILLISECONDS).join();
    }

    private static void sendUntil(AtomicBoolean stop, Outbox outbox) {
        for (long id = 1; !stop.get(); id++) {
            outbox.send(id, Letter.USUAL_BYTES, null);
            if (id % 100 == 0) {
                LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
            }
        }
    }
}
