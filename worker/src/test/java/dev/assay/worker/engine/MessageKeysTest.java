package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.spec.MessageKeying;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageKeysTest {
    private static String key(MessageKeys keys, long sequence) {
        return new String(Objects.requireNonNull(keys.of(sequence)), StandardCharsets.US_ASCII);
    }

    private static int distinct(MessageKeying keying, int messages) {
        MessageKeys keys = new MessageKeys(keying, 42);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < messages; i++) {
            seen.add(key(keys, i));
        }
        return seen.size();
    }

    /** 5000 partitions need 50 000 keys; of a million draws each misses one with a chance of exp(-20). */
    @Test
    void thereAreTenKeysForEachPartitionUnlessTheScenarioSaysHowMany() {
        assertThat(distinct(MessageKeying.RANDOM.forPartitions(5000), 1_000_000))
                .isEqualTo(50_000);
        assertThat(distinct(MessageKeying.SEQUENCE.forPartitions(16), 5000)).isEqualTo(1000);
        assertThat(distinct(new MessageKeying(MessageKeying.Kind.RANDOM, 7, 0).forPartitions(5000), 5000))
                .isEqualTo(7);
    }

    /** With s = 1 over 100 keys the harmonic number is 5.187: 19.28 % for the first, 1.928 % for the tenth. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void skewedKeysFollowZipfsLaw(long seed) {
        MessageKeys keys = new MessageKeys(new MessageKeying(MessageKeying.Kind.RANDOM, 100, 1), seed);
        int first = 0;
        int tenth = 0;
        for (int i = 0; i < 1_000_000; i++) {
            String key = key(keys, i);
            first += key.equals("key-000") ? 1 : 0;
            tenth += key.equals("key-009") ? 1 : 0;
        }
        assertThat(first / 1e6).isCloseTo(0.19278, within(0.002));
        assertThat(tenth / 1e6).isCloseTo(0.019278, within(0.0007));
    }
}
