package dev.assay.driver.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartitionerTest {
    @Test
    void messagesWithoutKeysGoAround() {
        Partitioner partitioner = new Partitioner(3);
        assertThat(new int[] {
                    partitioner.partitionOf(null),
                    partitioner.partitionOf(null),
                    partitioner.partitionOf(null),
                    partitioner.partitionOf(null)
                })
                .containsExactly(0, 1, 2, 0);
    }

    @Test
    void keysThatDifferInLittleSpreadEvenly() {
        Partitioner partitioner = new Partitioner(8);
        int[] counts = new int[8];
        for (int key = 0; key < 8_000; key++) {
            byte[] bytes = ("key-" + key).getBytes(StandardCharsets.UTF_8);
            assertThat(partitioner.partitionOf(bytes)).isEqualTo(partitioner.partitionOf(bytes));
            counts[partitioner.partitionOf(bytes)]++;
        }
        // A binomial count of 8000 trials with 1/8 has a standard deviation of 30; six of them are 180.
        assertThat(IntStream.of(counts).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(820, 1_180));
    }
}
