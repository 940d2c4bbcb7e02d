package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

public interface TopicsContract extends ContractHooks {
    @Test
    default void topicsCanBeUsedOnceCreatedAndCreatedAgainOnceDeleted() throws Exception {
        TopicSpec topic = session().createTopic(4, "first", "second");
        roundTrip(topic, "first", 1);
        session().delete(List.of(topic));
        session().driver().deleteTopics(List.of(topic));

        session().create(List.of(topic));

        roundTrip(topic, "second", 1_000);
    }

    @Test
    default void existingTopicsAreRefusedAndLeftAsTheyAre() throws Exception {
        TopicSpec existing = session().createTopic(1, "after");
        TopicSpec other = session().newTopic(1, "unread");
        RecordingProducer producer = session().producer(existing);
        producer.sendManyAcked(1, 10);

        assertThatThrownBy(
                        () -> session().driver().createTopics(List.of(other, existing)), "creating a topic that exists")
                .isInstanceOf(DriverException.class)
                .hasMessageContaining(existing.name());

        session().readyConsumer(existing, "after").awaitExactly(producer.acked());
        session().create(List.of(other));
    }

    /** Drivers that can't tell how far they are report nothing. */
    @Test
    default void whatIsToldOfCreatingTopicsOnlyGrowsAndEndsWithAll() throws Exception {
        List<TopicSpec> topics =
                List.of(session().newTopic(2, "some"), session().newTopic(1, "some"));
        List<Long> reports = new ArrayList<>();

        session().driver().createTopics(topics, (created, all) -> {
            assertThat(all).as("partitions of both topics").isEqualTo(3);
            reports.add(created);
        });
        session().delete(topics);

        assertThat(reports).isSorted();
        if (!reports.isEmpty()) {
            assertThat(reports.getLast()).isEqualTo(3);
        }
    }

    @Test
    @ResourceLock(SYSTEM)
    default void manyTopicsCanBeCreatedUsedAndDeleted() throws Exception {
        createUseAndDelete(manyTopics());
    }

    /** Runs that test with {@code count} topics, for modules that need more of them elsewhere. */
    default void createUseAndDelete(int count) throws Exception {
        List<TopicSpec> topics = Stream.generate(() -> session().newTopic(1, "some"))
                .limit(count)
                .toList();
        session().create(topics);

        for (TopicSpec topic : Set.of(topics.getFirst(), topics.get(topics.size() / 2), topics.getLast())) {
            roundTrip(topic, "some", 1);
        }

        session().delete(topics);
    }

    @Test
    default void effectiveConfigIsReadBack() throws Exception {
        TopicSpec topic = session().createTopic(1, "group");
        roundTrip(topic, "group", 1);

        assertThat(session().driver().effectiveConfig().groups())
                .as("groups of effective settings")
                .containsKeys("producer", "consumer", "topic")
                .allSatisfy((group, settings) -> assertThat(settings).as(group).isNotEmpty());
    }

    private void roundTrip(TopicSpec topic, String subscription, long firstId) throws DriverException {
        RecordingProducer producer = session().producer(topic);
        producer.sendManyAcked(firstId, 20);
        RecordingConsumer consumer = session().readyConsumer(topic, subscription);
        consumer.awaitExactly(producer.acked());
        consumer.close();
        producer.close();
    }
}
