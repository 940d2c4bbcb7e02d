package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Nothing is called lost before the system's own ends have been read to, so a consumer must not see them too early. */
public interface EndsContract extends ContractHooks {
    @Test
    default void aConsumerIsAtTheEndOnceItHasEverythingAndNotBefore() throws Exception {
        assumeTrue(session().driver().capabilities().pause(), "the system can't pause consumers");
        TopicSpec topic = session().createTopic(3, "held");
        RecordingConsumer consumer = session().readyConsumer(topic, "held");
        consumer.consumer().pause();
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 2_000);
        AtomicReference<String> answer = new AtomicReference<>("none");

        ContractTimeouts.never(
                "a consumer said that it was at the end although it was paused before the first message",
                watching(Duration.ofMillis(700)),
                () -> isAtEnd(consumer, answer));
        consumer.consumer().resume();

        awaitEnd(consumer, answer);
        consumer.awaitExactly(producer.acked());
    }

    /** Reads as a recheck does: everything is stored already, and only the end shows that no more comes. */
    @Test
    default void whoReadsFromTheOldestMessageHasEverythingWhenItIsAtTheEnd() throws Exception {
        TopicSpec topic = session().createTopic(3, "late");
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 3_000);
        RecordingConsumer consumer = session().readyConsumer(topic, "late");

        awaitEnd(consumer, new AtomicReference<>("none"));

        assertThat(consumer.seen()).as("messages seen at the end").containsAll(producer.acked());
        consumer.awaitExactly(producer.acked());
    }

    @Test
    @ResourceLock(SYSTEM)
    default void theEndIsNotKnownWhileTheSystemIsFrozen() throws Exception {
        assumeTrue(brokerFaults().isPresent(), "the system's processes are out of reach");
        BrokerFaults faults = brokerFaults().orElseThrow();
        TopicSpec topic = session().createTopic(1, "frozen");
        RecordingConsumer consumer = session().readyConsumer(topic, "frozen");
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 100);
        consumer.await(producer.acked());
        AtomicReference<String> answer = new AtomicReference<>("none");

        faults.freeze();
        CompletableFuture<Boolean> end = CompletableFuture.supplyAsync(() -> isAtEnd(consumer, answer));
        try {
            // It must be no longer: servers that are frozen for half a minute give each other up.
            ContractTimeouts.never(
                    "a consumer said that it was at the end of a system that does not answer",
                    watching(Duration.ofSeconds(3)),
                    () -> end.isDone() && end.join());
        } finally {
            faults.thaw();
        }
        end.join();
        awaitEnd(consumer, answer);
    }

    private void awaitEnd(RecordingConsumer consumer, AtomicReference<String> answer) {
        timeouts()
                .until(
                        "the consumer to be at the end",
                        () -> isAtEnd(consumer, answer),
                        () -> answer.get() + " after " + consumer.deliveries() + " deliveries");
    }

    private static boolean isAtEnd(RecordingConsumer consumer, AtomicReference<String> answer) {
        try {
            boolean atEnd = consumer.consumer().atEnd();
            answer.set(atEnd ? "at the end" : "not at the end");
            return atEnd;
        } catch (DriverException e) {
            answer.set(String.valueOf(e.getMessage()));
            return false;
        }
    }
}
