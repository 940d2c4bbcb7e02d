package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.FailureClass;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every message has exactly one outcome, and it is its own. */
public interface OutcomesContract extends ContractHooks {
    Duration AFTERMATH = Duration.ofMillis(300);

    @Test
    default void everyMessageHasExactlyOneOutcome() throws Exception {
        TopicSpec topic = session().createTopic(4, "all");
        RecordingConsumer consumer = session().readyConsumer(topic, "all");
        RecordingProducer producer = session().producer(topic);

        for (int round = 0; round < 20; round++) {
            producer.sendMany(1 + round * 1_000L, 1_000);
        }

        producer.awaitAllAcked();
        ContractTimeouts.never("an outcome was reported twice", watching(AFTERMATH), () -> producer.violations() > 0);
        assertThat(producer.acked()).hasSize(20_000);
        consumer.awaitExactly(producer.acked());
    }

    @Test
    default void tooLargeMessagesFailAloneAndOnce() throws Exception {
        long tooLarge = tooLargePayloadBytes(session().driver().capabilities());
        assumeTrue(tooLarge > 0 && tooLarge < Integer.MAX_VALUE, "no payload is too large");
        TopicSpec topic = session().createTopic(2, "rest");
        RecordingConsumer consumer = session().readyConsumer(topic, "rest");
        RecordingProducer producer = session().producer(topic);
        Set<Long> large = new TreeSet<>();

        for (long id = 1; id <= 50; id++) {
            boolean isLarge = id % 10 == 0;
            producer.send(id, isLarge ? (int) tooLarge : TestMessage.USUAL_BYTES, null);
            if (isLarge) {
                large.add(id);
            }
        }

        producer.awaitOutcomes();
        ContractTimeouts.never("an outcome was reported twice", watching(AFTERMATH), () -> producer.violations() > 0);
        assertThat(producer.failed().keySet()).as("failed messages").containsExactlyInAnyOrderElementsOf(large);
        assertThat(classes(producer)).as("classes of failures").containsOnly(FailureClass.TOO_LARGE);
        assertThat(producer.ackedCount()).as("acknowledged messages").isEqualTo(45);
        consumer.awaitExactly(producer.acked());
    }

    @Test
    default void sendingThroughAClosedProducerFailsTheMessage() throws Exception {
        TopicSpec topic = session().createTopic(1, "unread");
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 10);
        producer.close();

        producer.send(11, TestMessage.USUAL_BYTES, null);

        producer.awaitOutcomes();
        assertThat(producer.failed().keySet()).as("failed messages").containsExactly(11L);
        assertThat(classes(producer)).as("classes of failures").containsOnly(FailureClass.CANCELLED);
    }

    private Set<FailureClass> classes(RecordingProducer producer) {
        return producer.failed().values().stream()
                .map(cause -> session().driver().failureOf(cause).kind())
                .collect(Collectors.toSet());
    }
}
