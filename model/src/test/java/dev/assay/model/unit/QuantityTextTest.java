package dev.assay.model.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTextTest {
    private static final int VALUES = 500;

    @ParameterizedTest
    @CsvSource({
        "50000/s, 50000",
        "50 k/s, 50000",
        "2.3k/s, 2300",
        "1.5M/s, 1500000",
        "600/min, 10",
        "3600/h, 1",
        "1_000 / sec, 1000",
        "0.5/s, 0.5",
    })
    void ratesAreReadExactly(String text, double perSecond) {
        assertThat(Rate.parse(text).perSecond()).isEqualTo(perSecond);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "5", "5 per s", "/s", "_/s", "-5/s", "0/s", "5/d", "5G/s", "1e3/s", "5m/s", "NaN/s", "1./s"})
    void otherTextsAreNoRates(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Rate.parse(text)).withMessageContaining("rate");
    }

    @Test
    void aRateBeyondAllNumbersIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.parse("9".repeat(400) + "/s"))
                .withMessageContaining("finite");
    }

    @ParameterizedTest
    @CsvSource({
        "100 B, 100",
        "1KB, 1000",
        "128 KiB, 131072",
        "1.5 KiB, 1536",
        "0, 0",
        "0 B, 0",
        "1_000 b, 1000",
        "16 mib, 16777216",
        "9223372036854775807 B, 9223372036854775807",
        "9007199254740993 B, 9007199254740993",
    })
    void sizesAreReadExactly(String text, long bytes) {
        assertThat(ByteSize.parse(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "100", "1 KX", "_ B", "-1 B", "1.2345 KB", "0.5 B", "9223372036854775808 B", "9999999999 GiB"
            })
    void otherTextsAreNoSizes(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ByteSize.parse(text))
                .withMessageContaining("'" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "30 s, PT30S",
        "1min, PT1M",
        "1m, PT1M",
        "250 us, PT0.00025S",
        "0, PT0S",
        "1.5 h, PT1H30M",
        "7µs, PT0.000007S"
    })
    void durationsAreReadExactly(String text, Duration duration) {
        assertThat(DurationText.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "5 S", "-1 s", "_ s", "0.1 ns", "0.0000000001 s", "300000 d", "9999999999 h"})
    void otherTextsAreNoDurations(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationText.parse(text))
                .withMessageContaining("'" + text + "'");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyQuantityIsReadBackFromItsOwnText(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < VALUES; i++) {
            long bits = random.nextLong() >>> (1 + random.nextInt(62));
            ByteSize size = new ByteSize(bits);
            assertThat(ByteSize.parse(size.toString())).isEqualTo(size);
            Duration duration = Duration.ofNanos(bits);
            assertThat(DurationText.parse(DurationText.format(duration))).isEqualTo(duration);
            Rate rate = new Rate(Math.scalb(random.nextDouble() + 1, random.nextInt(80) - 40));
            assertThat(Rate.parse(rate.toString())).isEqualTo(rate);
        }
    }

    @Test
    void roundQuantitiesHaveShortTexts() {
        assertThat(new Rate(50_000)).hasToString("50000/s");
        assertThat(new ByteSize(131_072)).hasToString("128 KiB");
        assertThat(DurationText.format(Duration.ofSeconds(90))).isEqualTo("90 s");
    }

    @ParameterizedTest
    @CsvSource({
        "1257243000, 1257 ms",
        "99949999, 99.9 ms",
        "11000000, 11.0 ms",
        "2440000, 2.44 ms",
        "12345, 0.0123 ms",
        "0, 0.0000 ms"
    })
    void latenciesAreReadInMilliseconds(double nanos, String text) {
        assertThat(DurationText.millis(nanos)).isEqualTo(text);
    }
}
