package dev.assay.driver.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.TopicSpec;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartitionWorkTest {
    private static List<TopicSpec> topics(int count, int partitions) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> new TopicSpec("assay-" + number, partitions, List.of("s")))
                .toList();
    }

    @Test
    void theLimitGrowsWithThePartitionsOfAllTopics() {
        assertThat(PartitionWork.limitSeconds(topics(1, 1))).isEqualTo(90);
        assertThat(PartitionWork.limitSeconds(topics(1, 5_000))).isEqualTo(590);
        assertThat(PartitionWork.limitSeconds(topics(100, 100))).isEqualTo(1_090);
    }

    @Test
    void whatIsLeftIsCountedAndSomeOfItNamed() {
        assertThat(PartitionWork.left(topics(2, 3), 9))
                .isEqualTo("2 of 9 topics are left, with 6 partitions: assay-1, assay-2");
        assertThat(PartitionWork.left(topics(6, 1), 6)).endsWith("assay-5, ...");
    }
}
