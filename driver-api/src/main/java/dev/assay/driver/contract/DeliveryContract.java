package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.driver.TopicSpec;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is sent is what arrives, once and in order. */
public interface DeliveryContract extends ContractHooks {
    @Test
    default void payloadsOfAllSizesArriveByteExact() throws Exception {
        long most = session().driver().capabilities().maxPayloadBytes();
        List<Integer> sizes = IntStream.of(Letter.SMALLEST_BYTES, 41, 100, 1_000, 4_096, 65_536, 100_001, 1_000_000)
                .filter(size -> size <= most)
                .boxed()
                .toList();
        TopicSpec topic = session().createTopic(2, "exact");
        Inbox inbox = session().readyInbox(topic, "exact");
        Outbox outbox = session().outbox(topic);

        for (int id = 0; id < 10 * sizes.size(); id++) {
            outbox.send(id, sizes.get(id % sizes.size()), null);
        }

        outbox.awaitAllAcked();
        inbox.awaitExactly(outbox.acked());
    }

    @Test
    default void acknowledgedMessagesAreStored() throws Exception {
        TopicSpec topic = session().createTopic(3, "later", "much-later");
        Outbox outbox = session().outbox(topic);
        outbox.sendManyAcked(1, 5_000);
        outbox.close();

        Inbox inbox = session().readyInbox(topic, "later");

        inbox.awaitExactly(outbox.acked());
        Inbox another = session().readyInbox(topic, "much-later");
        another.awaitExactly(outbox.acked());
    }

    @Test
    default void messagesOfOneProducerKeepTheirOrderInEachPartition() throws Exception {
        TopicSpec topic = session().createTopic(4, "ordered");
        Inbox inbox = session().readyInbox(topic, "ordered");
        Outbox outbox = session().outbox(topic);

        outbox.sendManyAcked(1, 5_000);

        inbox.awaitExactly(outbox.acked());
        inbox.byPartition()
                .forEach((partition, ids) ->
                        assertThat(ids).as("order in partition %d", partition).isSorted());
    }

    @Test
    default void keysDecideThePartition() throws Exception {
        assumeTrue(session().driver().capabilities().keys(), "the system has no keys");
        // No divisor of it is a number of partitions: taking turns must not look like keys.
        int keys = 23;
        TopicSpec topic = session().createTopic(4, "keyed");
        Inbox inbox = session().readyInbox(topic, "keyed");
        Outbox outbox = session().outbox(topic);

        for (int id = 0; id < 50 * keys; id++) {
            outbox.send(id, Letter.USUAL_BYTES, ("key-" + id % keys).getBytes(StandardCharsets.UTF_8));
        }

        outbox.awaitAllAcked();
        inbox.awaitExactly(outbox.acked());
        Map<Long, Integer> partitionOfKey = new HashMap<>();
        inbox.byPartition().forEach((partition, ids) -> {
            assertThat(ids).as("order in partition %d", partition).isSorted();
            ids.forEach(id -> assertThat(partitionOfKey.merge(id % keys, partition, (before, now) -> before))
                    .as("partition of key-%d, seen in partition %d before", id % keys, partition)
                    .isEqualTo(partition));
        });
        assertThat(inbox.byPartition())
                .as("partitions in use for %d keys", keys)
                .hasSizeGreaterThan(1);
    }
}
