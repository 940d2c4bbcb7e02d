package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testing.fuzz.Mutations;
import org.junit.jupiter.api.Test;

/** What the limits take, the client reads as harmless: with known attacks, and with many made of them. */
class KafkaRemoteSettingsFuzzTest {
    private static final int MADE = 20_000;

    @Test
    void whateverIsTakenIsHarmlessToTheClient() {
        int[] taken = new int[2];

        new Mutations(KafkaRemoteSettingsFuzz.SEEDS, KafkaRemoteSettingsFuzz.WORDS)
                .forEach(MADE, 1, input -> taken[KafkaRemoteSettingsFuzz.agree(input) ? 1 : 0]++);

        // Both must occur, or nothing was tried.
        assertThat(taken[0]).isGreaterThan(MADE / 10);
        assertThat(taken[1]).isGreaterThan(MADE / 20);
    }
}
