package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.message.MessageHeader;
import dev.assay.model.unit.ByteSize;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageSizeTest {
    /** Its mean is p50 exp(σ²/2) with σ = ln(p99/p50)/2.3263 = 1.7877, so 4.943 KB; the middles of 1000 parts leave a little of the tail out. */
    @Test
    void aSpreadIsLogNormalThroughBothQuantiles() {
        MessageSize size = new MessageSize.Quantiles(ByteSize.parse("1 KB"), ByteSize.parse("64 KB")).value();
        int[] strata = size.strata();
        assertThat((strata[499] + strata[500]) / 2.0).isCloseTo(1000, within(10.0));
        assertThat((strata[989] + strata[990]) / 2.0).isCloseTo(64_000, within(3000.0));
        assertThat(size.meanBytes()).isCloseTo(4943, within(150.0));
        assertThat(strata[0]).isGreaterThanOrEqualTo(MessageHeader.BYTES);
        assertThat(strata).isSorted();
    }

    @Test
    void weightsAreFractionsOfMessages() {
        MessageSize size = new MessageSize.Weights(Map.of("64 KB", "1", "1 KB", "9")).value();
        assertThat(Arrays.stream(size.strata()).filter(bytes -> bytes == 1000).count())
                .isEqualTo(900);
        assertThat(size.meanBytes()).isEqualTo(0.9 * 1000 + 0.1 * 64_000);
        assertThat(size.largestBytes()).isEqualTo(64_000);
    }

    @Test
    void itsWordOrItsKeysSayTheSame() {
        assertThat(MessageSize.parse("1 KB"))
                .hasToString("1 KB")
                .satisfies(size -> assertThat(size.keys()).isNull());
        for (WordOrKeys.Keys keys : List.<WordOrKeys.Keys>of(
                new MessageSize.Quantiles(ByteSize.parse("1 KB"), ByteSize.parse("64 KB")),
                new MessageSize.Weights(Map.of("1 KB", "9", "64 KB", "1")))) {
            assertThat(((MessageSize) keys.value()).keys()).isEqualTo(keys);
        }
        assertThat("1 KB").matches(MessageSize.PATTERN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10 B", "p50 1 KB, p99 64 KB", "1 KB x 9, 64 KB x 1", "1 KB, 2 KB", "32 MiB"})
    void itRefusesWhatIsNone(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> MessageSize.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "many", "10000"})
    void aWeightIsAWholeNumber(String weight) {
        assertThatIllegalArgumentException().isThrownBy(() -> new MessageSize.Weights(Map.of("1 KB", weight)).value());
    }
}
