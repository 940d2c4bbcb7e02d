package dev.assay.model.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class SendCompressionTest {
    @Test
    void producersCountByTheirMessages() {
        // (0.4 * 3000 + 0.8 * 1000) / 4000 = 0.5
        assertThat(SendCompression.merged(List.of(
                        new SendCompression("lz4", 0.4, 3000, 2),
                        SendCompression.unavailable("lz4"),
                        new SendCompression("lz4", 0.8, 1000, 1))))
                .contains(new SendCompression("lz4", 0.5, 4000, 3));
    }

    @Test
    void nothingIsMadeUpWhereNoClientTells() {
        assertThat(SendCompression.merged(List.of())).isEmpty();
        assertThat(SendCompression.merged(List.of(SendCompression.unavailable("lz4"))))
                .contains(SendCompression.unavailable("lz4"));
        assertThat(SendCompression.unavailable("lz4").isReported()).isFalse();
    }

    @Test
    void aRatioHasProducersThatToldIt() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SendCompression("lz4", 0.5, 10, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new SendCompression("lz4", 0, 0, 1));
    }
}
