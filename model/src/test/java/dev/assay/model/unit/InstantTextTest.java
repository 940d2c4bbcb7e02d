package dev.assay.model.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class InstantTextTest {
    @Test
    void instantsHaveSecondsInUtc() {
        assertThat(InstantText.of(Instant.parse("2026-11-24T09:00:05.999999999Z")))
                .isEqualTo("2026-11-24 09:00:05 UTC");
        assertThat(InstantText.of("2026-11-24T09:00:05.123456789Z")).isEqualTo("2026-11-24 09:00:05 UTC");
        assertThat(InstantText.of("2026-11-24T09:00:05Z")).isEqualTo("2026-11-24 09:00:05 UTC");
        assertThat(InstantText.day("2026-11-24T09:00:05.5Z")).isEqualTo("2026-11-24");
    }

    @Test
    void otherTextsAreKept() {
        assertThat(InstantText.of("")).isEmpty();
        assertThat(InstantText.day("yesterday")).isEqualTo("yesterday");
    }
}
