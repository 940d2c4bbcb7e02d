package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.assay.model.metric.LatencyStatistic;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepeatTest {
    @Test
    void aNumberIsThatManyBlocks() {
        assertThat(Repeat.parse("3")).isEqualTo(Repeat.times(3)).hasToString("3");
        assertThat(Repeat.parse("1_000").max()).isEqualTo(1000);
        assertThat(Repeat.times(3).blocks()).isEqualTo("3 blocks");
        assertThat(Repeat.ONCE.blocks()).isEqualTo("1 block");
    }

    @Test
    void blocksMayGoOnUntilAStatisticIsKnownWellEnough() {
        Repeat repeat = until(3, 15, "5%", "response.p99");
        assertThat(repeat)
                .isEqualTo(new Repeat(
                        3, 15, Optional.of(new Repeat.Precise(LatencyStatistic.parse("response.p99"), 0.05))))
                .hasToString("3 to 15 until response.p99 within 5 %");
        assertThat(repeat.blocks()).isEqualTo("3 to 15 blocks, until response.p99 is within 5 %");
    }

    private static Repeat until(int min, int max, String within, String of) {
        return new Repeat.Until(min, max, EnoughBlocks.parse(within), LatencyStatistic.parse(of)).value();
    }

    @Test
    void itsWordOrItsKeysSayTheSame() {
        assertThat(Repeat.times(7).keys()).isNull();
        for (Repeat repeat : List.of(
                until(6, 6, "0.5 %", "service.mean"),
                until(6, 1000, "12.5 %", "end-to-end.p99.99"),
                until(3, 15, "99 %", "send-to-receive.p50"),
                until(1, 15, "decided", "response.p99"))) {
            assertThat(Objects.requireNonNull(repeat.keys()).value()).isEqualTo(repeat);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | expected 1 to 1000 blocks, but found 0",
                "-3 | expected 1 to 1000 blocks, but found -3",
                "1001 | expected 1 to 1000 blocks, but found 1001",
                "often | expected a whole number like 3",
                "3 to 15 until response.p99 within 5 % | or { at-least: 6, at-most: 15, until: 5 %, of: response.p99 }"
            })
    void whatMakesNoSenseIsRefusedInWords(String text, String expected) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Repeat.parse(text))
                .withMessageContaining(expected);
    }

    @Test
    void moreBlocksThanThereCanBeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> until(3, 2000, "5 %", "response.p99"))
                .withMessageContaining("expected 1 to 1000 blocks, but found 2000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> until(15, 3, "5 %", "response.p99"))
                .withMessageContaining("expected at least the 15 blocks of at-least, but found 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> until(3, 5, "5 %", "response.p99"))
                .withMessageContaining("expected at least 6 blocks, but found 5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> until(1, 2, "decided", "response.p99"))
                .withMessageContaining("expected at least 3 blocks, but found 2");
    }

    @Test
    void blocksMayGoOnUntilResultsAreDecided() {
        Repeat repeat = until(4, 15, " decided ", "response.p99");
        assertThat(repeat)
                .isEqualTo(new Repeat(4, 15, Optional.of(new Repeat.Decided())))
                .hasToString("4 to 15 until decided");
        assertThat(repeat.blocks()).isEqualTo("4 to 15 blocks, until each result is decided");
        assertThat(EnoughBlocks.parse("2.5%")).hasToString("2.5 %");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> until(4, 15, "decided", "response.p50"))
                .withMessageContaining("what is decided are the statistics of 'result', not response.p50");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EnoughBlocks.parse("done"))
                .withMessageContaining("expected 'decided' or a fraction like 5 %, but found 'done'");
    }
}
