package dev.assay.omb;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares with the values that jackson-dataformat-yaml 2.13.2 with SnakeYAML 1.30 read from the same texts into Java fields, on
 * 29 November 2026.
 */
class ForeignValueTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            ignoreLeadingAndTrailingWhitespace = true,
            quoteCharacter = '`',
            value = {
                // text, whole number, number, truth value
                "True,       -,          -,       true",
                "TRUE,       -,          -,       true",
                "true,       -,          -,       true",
                "tRUE,       -,          -,       -",
                "yes,        -,          -,       true",
                "Yes,        -,          -,       true",
                "on,         -,          -,       true",
                "off,        -,          -,       false",
                "no,         -,          -,       false",
                "False,      -,          -,       false",
                "y,          -,          -,       -",
                "n,          -,          -,       -",
                "~,          0,          0,       false",
                "null,       0,          0,       false",
                "Null,       0,          0,       false",
                "NULL,       0,          0,       false",
                "``,         0,          0,       false",
                "1,          1,          1,       true",
                "0,          0,          0,       false",
                "-0,         0,          0,       false",
                "0x10,       16,         16,      true",
                "0x1_0,      16,         16,      true",
                "0b11,       3,          3,       true",
                "010,        8,          8,       true",
                "-010,       -8,         -8,      true",
                "08,         8,          8,       -",
                "0o10,       -,          -,       -",
                "1_000,      1000,       1000,    true",
                "1_000_000,  1000000,    1000000, true",
                "+1_0,       10,         10,      true",
                "1__0,       10,         10,      true",
                "1_,         1,          1,       true",
                "_1,         -,          -,       -",
                "`1,000`,    -,          -,       -",
                "+5,         5,          5,       true",
                "-5,         -5,         -5,      true",
                "1e3,        1000,       1000,    -",
                "1E3,        1000,       1000,    -",
                "1.0e+3,     1000,       1000,    -",
                "1.5,        1,          1.5,     -",
                ".5,         0,          0.5,     -",
                "5.,         5,          5,       -",
                "1_0.5,      10,         10.5,    -",
                "0.1_5,      0,          0.15,    -",
                ".inf,       -,          -,       -",
                "1:30,       -,          -,       -",
                "190:20:30,  -,          -,       -",
                "2026-01-01, -,          -,       -",
                "1k,         -,          -,       -",
                "2147483648, 2147483648, 2147483648, true",
                "99999999999999999999, -, 99999999999999999999, true",
            })
    void withoutQuotesItIsReadByTheRulesOfYaml(
            String text, @Nullable Long whole, @Nullable BigDecimal number, @Nullable Boolean truth) {
        assertReads(new ForeignValue(text, true), whole, number, truth);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "``,0,0,false",
                "null,0,0,false",
                "true,-,-,true",
                "True,-,-,true",
                "yes,-,-,-",
                "~,-,-,-",
                "12,12,12,-",
                " 12 ,12,12,-",
                "1_000,-,-,-",
                "0x10,-,-,-",
                "010,10,10,-"
            })
    void inQuotesItIsReadAsJavaReadsAText(
            String text, @Nullable Long whole, @Nullable BigDecimal number, @Nullable Boolean truth) {
        assertReads(new ForeignValue(text, false), whole, number, truth);
    }

    private static void assertReads(
            ForeignValue value, @Nullable Long whole, @Nullable BigDecimal number, @Nullable Boolean truth) {
        assertThat(value.whole()).isEqualTo(whole == null ? OptionalLong.empty() : OptionalLong.of(whole));
        assertThat(value.number().map(BigDecimal::stripTrailingZeros))
                .isEqualTo(Optional.ofNullable(number).map(BigDecimal::stripTrailingZeros));
        assertThat(value.truth()).isEqualTo(Optional.ofNullable(truth));
    }
}
