package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.assay.model.result.LatencyStatistic;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatTest {
    @Test
    void aNumberIsThatManyBlocks() {
        assertThat(Repeat.parse("3")).isEqualTo(Repeat.times(3)).hasToString("3");
        assertThat(Repeat.parse("1_000").most()).isEqualTo(1000);
        assertThat(Repeat.times(3).blocks()).isEqualTo("3 blocks");
        assertThat(Repeat.ONCE.blocks()).isEqualTo("1 block");
    }

    @Test
    void blocksMayGoOnUntilAStatisticIsKnownWellEnough() {
        Repeat repeat = Repeat.parse("  3 to 15  until response.p99 within 5% ");
        assertThat(repeat)
                .isEqualTo(
                        new Repeat(3, 15, Optional.of(new Repeat.Goal(LatencyStatistic.parse("response.p99"), 0.05))))
                .hasToString("3 to 15 until response.p99 within 5 %");
        assertThat(repeat.blocks()).isEqualTo("3 to 15 blocks, until response.p99 is within 5 %");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "1000",
                "3 to 3 until service.mean within 0.5 %",
                "6 to 1_000 until end-to-end.p99.99 within 12.5 %",
                "3 to 15 until call-to-end.p50 within 99 %"
            })
    void whatIsReadIsWrittenAndReadAgain(String text) {
        Repeat repeat = Repeat.parse(text);
        assertThat(Repeat.parse(repeat.toString())).isEqualTo(repeat);
        assertThat(text).matches(Repeat.PATTERN);
        assertThat(repeat.toString()).matches(Repeat.PATTERN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | expected 1 to 1000 blocks, but found 0",
                "-3 | expected 1 to 1000 blocks, but found -3",
                "1001 | expected 1 to 1000 blocks, but found 1001",
                "often | expected a whole number like 3",
                "3 to 15 | until response.p99 within 5 %",
                "3 to 15 until response.p98 within 5 % | expected a whole number like 3",
                "3 to 15 until response.p99 within 0 % | expected a goal between 0 % and 100 %, but found 0 %",
                "3 to 15 until response.p99 within 100 % | expected a goal between 0 % and 100 %, but found 100 %",
                "3 to 2000 until response.p99 within 5 % | expected 1 to 1000 blocks, but found 2000",
                "15 to 3 until response.p99 within 5 % | expected a budget of at least the 15 blocks wanted, but found 3"
            })
    void whatMakesNoSenseIsRefusedInWords(String text, String expected) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Repeat.parse(text))
                .withMessageContaining(expected);
    }
}
