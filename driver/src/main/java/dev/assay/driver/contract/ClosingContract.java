package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverException;
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
        List<RecordingConsumer> consumers =
                List.of(session().readyConsumer(topic, "one"), session().readyConsumer(topic, "two"));
        List<RecordingProducer> producers =
                List.of(session().producer(topic), session().producer(topic));
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> senders = new ArrayList<>();
        for (RecordingProducer producer : producers) {
            senders.add(Thread.ofPlatform().daemon().start(() -> sendUntil(stop, producer)));
        }
        try {
            for (RecordingProducer producer : producers) {
                timeouts().until("traffic", () -> producer.ackedCount() > 1_000, producer::toString);
            }

            closeInTime();
        } finally {
            stop.set(true);
        }

        for (Thread sender : senders) {
            assertThat(sender.join(timeouts().limit()))
                    .as("a thread that was sending got free")
                    .isTrue();
        }
        assertQuiet(consumers, producers);
    }

    private void assertQuiet(List<RecordingConsumer> consumers, List<RecordingProducer> producers) {
        timeouts()
                .until(
                        "the client's threads to end",
                        () -> session().threadsLeft().isEmpty(),
                        () -> session().threadsLeft().toString());
        long deliveries =
                consumers.stream().mapToLong(RecordingConsumer::deliveries).sum();
        long outcomes =
                producers.stream().mapToLong(RecordingProducer::outcomes).sum();
        ContractTimeouts.never(
                "deliveries or outcomes went on after everything was closed",
                watching(Duration.ofMillis(300)),
                () -> consumers.stream()
                                        .mapToLong(RecordingConsumer::deliveries)
                                        .sum()
                                > deliveries
                        || producers.stream()
                                        .mapToLong(RecordingProducer::outcomes)
                                        .sum()
                                > outcomes);
        assertThat(producers)
                .as("outcomes reported twice")
                .allSatisfy(producer -> assertThat(producer.violations()).isZero());
        consumers.forEach(RecordingConsumer::assertSound);
    }

    @Test
    default void closingTwiceIsNoError() throws Exception {
        TopicSpec topic = session().createTopic(1, "closed-twice");
        RecordingProducer producer = session().producer(topic);
        RecordingConsumer consumer = session().readyConsumer(topic, "closed-twice");
        consumer.close();
        consumer.close();
        producer.close();
        producer.close();
        session().closeDriver();
        session().driver().close();
    }

    /** A thread that opens a client when a trial is aborted may come late. */
    @Test
    default void aClosedDriverOpensNothing() throws Exception {
        TopicSpec topic = session().createTopic(1, "late");
        session().closeDriver();
        assertThatThrownBy(() -> session().producer(topic)).isInstanceOf(DriverException.class);
        assertThatThrownBy(() -> session().consumer(topic, "late")).isInstanceOf(DriverException.class);
        timeouts()
                .until(
                        "the client's threads to end",
                        () -> session().threadsLeft().isEmpty(),
                        () -> session().threadsLeft().toString());
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

    private static void sendUntil(AtomicBoolean stop, RecordingProducer producer) {
        for (long id = 1; !stop.get(); id++) {
            producer.send(id, TestMessage.USUAL_BYTES, null);
            if (id % 100 == 0) {
                LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
            }
        }
    }
}
