package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.driver.TopicSpec;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every message has exactly one outcome, and it is its own. */
public interface OutcomesContract extends ContractHooks {
    /** How long a second outcome is watched for. */
    Duration AFTERMATH = Duration.ofMillis(300);

    @Test
    default void everyMessageHasExactlyOneOutcome() throws Exception {
        TopicSpec topic = session().createTopic(4, "all");
        Inbox inbox = session().readyInbox(topic, "all");
        Outbox outbox = session().outbox(topic);

        for (int round = 0; round < 20; round++) {
            outbox.sendMany(1 + round * 1_000L, 1_000);
        }

        outbox.awaitAllAcked();
        Patience.never("an outcome was reported twice", watching(AFTERMATH), () -> outbox.violations() > 0);
        assertThat(outbox.acked()).hasSize(20_000);
        inbox.awaitExactly(outbox.acked());
    }

    @Test
    default void tooLargeMessagesFailAloneAndOnce() throws Exception {
        long tooLarge = tooLargePayloadBytes(session().driver().capabilities());
        assumeTrue(tooLarge > 0 && tooLarge < Integer.MAX_VALUE, "no payload is too large");
        TopicSpec topic = session().createTopic(2, "rest");
        Inbox inbox = session().readyInbox(topic, "rest");
        Outbox outbox = session().outbox(topic);
        Set<Long> large = new TreeSet<>();

        for (long id = 1; id <= 50; id++) {
            boolean isLarge = id % 10 == 0;
            outbox.send(id, isLarge ? (int) tooLarge : Letter.USUAL_BYTES, null);
            if (isLarge) {
                large.add(id);
            }
        }

        outbox.awaitOutcomes();
        Patience.never("an outcome was reported twice", watching(AFTERMATH), () -> outbox.violations() > 0);
        assertThat(outbox.failed().keySet()).as("failed messages").containsExactlyInAnyOrderElementsOf(large);
        assertThat(outbox.ackedCount()).as("acknowledged messages").isEqualTo(45);
        inbox.awaitExactly(outbox.acked());
    }

    @Test
    default void sendingThroughAClosedProducerFailsTheMessage() throws Exception {
        TopicSpec topic = session().createTopic(1, "unread");
        Outbox outbox = session().outbox(topic);
        outbox.sendManyAcked(1, 10);
        outbox.close();

        outbox.send(11, Letter.USUAL_BYTES, null);

        outbox.awaitOutcomes();
        assertThat(outbox.failed().keySet()).as("failed messages").containsExactly(11L);
    }
}
