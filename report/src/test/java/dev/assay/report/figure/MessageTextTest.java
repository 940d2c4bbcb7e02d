package dev.assay.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.SendCompression;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageTextTest {
    @Test
    void nothingIsSaidOfUsualMessages() {
        Map<String, String> usual = Map.of(
                "workload.message.size", "1 KB", "workload.message.payload", "random", "workload.message.keys", "none");
        assertThat(MessageText.unusual(usual, List.of())).isEmpty();
        assertThat(MessageText.unusual(Map.of(), List.of())).isEmpty();
        assertThat(MessageText.size(usual, 1000)).isEqualTo("1 KB");
        assertThat(MessageText.size(Map.of(), 1000)).isEqualTo("1 KB");
    }

    @Test
    void severalSizesHaveTheirExactMean() {
        // (2 * 100 + 1 * 1001) / 3 = 400.33, of which 667 and 333 parts of 1000 are sent: 400.033 B
        Map<String, String> mixed = Map.of("workload.message.size", "100 B x 2, 1001 B x 1");
        assertThat(MessageText.size(mixed, 400)).isEqualTo("400.0 B in the mean");
        assertThat(MessageText.unusual(mixed, List.of())).containsEntry("Message sizes", "100 B x 2, 1001 B x 1");
    }

    @Test
    void bodiesKeysAndCompressionAreTold() {
        Map<String, String> resolved = Map.of(
                "workload.message.size", "1 KB",
                "workload.message.payload", "random 0.5, pool 1000",
                "workload.message.keys", "random of 5000, skew 0.99");
        assertThat(MessageText.unusual(resolved, List.of(new SendCompression("lz4", 0.5249, 9000, 4))))
                .containsExactly(
                        Map.entry("Payload", "random 0.5, pool 1000"),
                        Map.entry("Compression", "compressed to 0.52 of its size (lz4, mean of 4 producers)"),
                        Map.entry("Keys", "random of 5000, skew 0.99"));
        assertThat(MessageText.unusual(resolved, List.of(SendCompression.untold("LZ4"))))
                .containsEntry("Compression", "LZ4, how far is not told by the client");
    }
}
