package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NatsPartitionerTest {
    @Test
    void withoutKeysPartitionsTakeTurns() {
        NatsPartitioner partitioner = new NatsPartitioner(3);
        assertThat(IntStream.range(0, 7).map(_ -> partitioner.partitionOf(null)))
                .containsExactly(0, 1, 2, 0, 1, 2, 0);
    }

    @Test
    void aKeyHasOnePartitionAndKeysThatDifferInLittleSpread() {
        NatsPartitioner partitioner = new NatsPartitioner(4);
        long[] messages = new long[4];
        for (int key = 0; key < 1_000; key++) {
            byte[] bytes = ("key-" + key).getBytes(StandardCharsets.UTF_8);
            int partition = partitioner.partitionOf(bytes);
            assertThat(partitioner.partitionOf(bytes.clone())).isEqualTo(partition);
            messages[partition]++;
        }
        assertThat(Arrays.stream(messages).min().orElse(0)).isGreaterThan(150);
    }
}
