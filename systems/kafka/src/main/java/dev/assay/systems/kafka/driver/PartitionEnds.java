package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Finds the ends of one topic's partitions: their high watermarks, which only leaders report. */
final class PartitionEnds {
    /** The time for which the client asks again where a partition has no leader. */
    private static final int LIMIT_SECONDS = 10;

    private final Admin admin;
    private final TopicSpec topic;

    PartitionEnds(Admin admin, TopicSpec topic) {
        this.admin = admin;
        this.topic = topic;
    }

    /**
     * Returns the offset after the last message, by partition.
     *
     * @throws DriverException naming a partition whose end can't be determined
     */
    Map<Integer, Long> read() throws DriverException {
        Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
        for (int partition = 0; partition < topic.partitions(); partition++) {
            specs.put(new TopicPartition(topic.name(), partition), OffsetSpec.latest());
        }
        ListOffsetsResult answers = admin.listOffsets(specs, new ListOffsetsOptions().timeoutMs(LIMIT_SECONDS * 1000));
        Map<Integer, Long> ends = new HashMap<>();
        for (TopicPartition partition : specs.keySet()) {
            String doing = "asking where partition " + partition.partition() + " of topic " + topic.name() + " ends";
            ends.put(
                    partition.partition(),
                    KafkaFailures.await(answers.partitionResult(partition), doing, LIMIT_SECONDS + 2)
                            .offset());
        }
        return ends;
    }
}
