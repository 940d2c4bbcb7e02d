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

/** Every message sent arrives, once and in order. */
public interface DeliveryContract extends ContractHooks {
    @Test
    default void payloadsOfAllSizesArriveByteExact() throws Exception {
        long max = session().driver().capabilities().maxPayloadBytes();
        List<Integer> sizes = IntStream.of(
                        TestMessage.SMALLEST_BYTES, 41, 100, 1_000, 4_096, 65_536, 100_001, 1_000_000)
                .filter(size -> size <= max)
                .boxed()
                .toList();
        TopicSpec topic = session().createTopic(2, "exact");
        RecordingConsumer consumer = session().readyConsumer(topic, "exact");
        RecordingProducer producer = session().producer(topic);

        for (int id = 0; id < 10 * sizes.size(); id++) {
            producer.send(id, sizes.get(id % sizes.size()), null);
        }

        producer.awaitAllAcked();
        consumer.awaitExactly(producer.acked());
    }

    @Test
    default void acknowledgedMessagesAreStored() throws Exception {
        TopicSpec topic = session().createTopic(3, "later", "much-later");
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(1, 5_000);
        producer.close();

        RecordingConsumer consumer = session().readyConsumer(topic, "later");

        consumer.awaitExactly(producer.acked());
        RecordingConsumer another = session().readyConsumer(topic, "much-later");
        another.awaitExactly(producer.acked());
    }

    @Test
    default void messagesOfOneProducerKeepTheirOrderInEachPartition() throws Exception {
        TopicSpec topic = session().createTopic(4, "ordered");
        RecordingConsumer consumer = session().readyConsumer(topic, "ordered");
        RecordingProducer producer = session().producer(topic);

        producer.sendManyAcked(1, 5_000);

        consumer.awaitExactly(producer.acked());
        consumer.byPartition()
                .forEach((partition, ids) ->
                        assertThat(ids).as("order in partition %d", partition).isSorted());
    }

    @Test
    default void keysDecideThePartition() throws Exception {
        assumeTrue(session().driver().capabilities().keys(), "the system has no keys");
        // No divisor of it is a number of partitions: taking turns must not look like keys.
        int keys = 23;
        TopicSpec topic = session().createTopic(4, "keyed");
        RecordingConsumer consumer = session().readyConsumer(topic, "keyed");
        RecordingProducer producer = session().producer(topic);

        for (int id = 0; id < 50 * keys; id++) {
            producer.send(id, TestMessage.USUAL_BYTES, ("key-" + id % keys).getBytes(StandardCharsets.UTF_8));
        }

        producer.awaitAllAcked();
        consumer.awaitExactly(producer.acked());
        Map<Long, Integer> partitionOfKey = new HashMap<>();
        consumer.byPartition().forEach((partition, ids) -> {
            assertThat(ids).as("order in partition %d", partition).isSorted();
            ids.forEach(id -> assertThat(partitionOfKey.merge(id % keys, partition, (before, now) -> before))
                    .as("partition of key-%d, seen in partition %d before", id % keys, partition)
                    .isEqualTo(partition));
        });
        assertThat(consumer.byPartition())
                .as("partitions in use for %d keys", keys)
                .hasSizeGreaterThan(1);
    }
}
