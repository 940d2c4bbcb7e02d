package dev.assay.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.SendCompression;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSize;
import dev.assay.model.spec.MessageSize.Weighted;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.unit.ByteSize;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageTextTest {
    private static MessageSpec message(PayloadFill payload, MessageKeying keys) {
        return new MessageSpec(ByteSize.parse("1 KB"), payload, keys);
    }

    @Test
    void nothingIsSaidOfUsualMessages() {
        MessageSpec usual = message(PayloadFill.RANDOM, MessageKeying.NONE);
        assertThat(MessageText.unusual(usual, List.of())).isEmpty();
        assertThat(MessageText.size(usual, 1000)).isEqualTo("1 KB");
    }

    @Test
    void severalSizesHaveTheirExactMean() {
        // (2 * 100 + 1 * 1001) / 3 = 400.33, of which 667 and 333 parts of 1000 are sent: 400.033 B
        MessageSize sizes =
                MessageSize.of(List.of(new Weighted(new ByteSize(100), 2), new Weighted(new ByteSize(1001), 1)));
        MessageSpec mixed = new MessageSpec(sizes, PayloadFill.RANDOM, MessageKeying.NONE);
        assertThat(MessageText.size(mixed, 400)).isEqualTo("400.0 B on average");
        assertThat(MessageText.unusual(mixed, List.of())).containsEntry("Message sizes", "100 B x 2, 1001 B x 1");
    }

    @Test
    void bodiesKeysAndCompressionAreTold() {
        MessageSpec message =
                message(new PayloadFill(0.5, 1000), new MessageKeying(MessageKeying.Kind.RANDOM, 5000, 0.99));
        assertThat(MessageText.unusual(message, List.of(new SendCompression("lz4", 0.5249, 9000, 4))))
                .containsExactly(
                        Map.entry("Payload", "random 0.5, pool 1000"),
                        Map.entry("Compression", "compressed to 0.52 of its size (lz4, mean of 4 producers)"),
                        Map.entry("Keys", "random of 5000, skew 0.99"));
        assertThat(MessageText.unusual(message, List.of(SendCompression.unavailable("LZ4"))))
                .containsEntry("Compression", "LZ4, ratio not reported by the client");
    }
}
