package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.scenario.BoundedYaml.LimitException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundedYamlTest {
    @Test
    void aliasesCountAsWhatTheyStandFor() {
        String doubling = "a0: &a0 [x, x]\n"
                + IntStream.rangeClosed(1, 48)
                        .mapToObj(i -> "a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1))
                        .collect(Collectors.joining());

        assertThat(doubling).hasSizeLessThan(1500);
        assertLimit(doubling, "has more than 20000 keys and values once its aliases are written out", 12);
    }

    @Test
    void nestingBehindAliasesCounts() {
        String chain = "a0: &a0 [x]\n"
                + IntStream.rangeClosed(1, 60)
                        .mapToObj(i -> "a%d: &a%d [*a%d]\n".formatted(i, i, i - 1))
                        .collect(Collectors.joining());

        assertLimit(chain, "is nested more than 32 deep once its aliases are written out", 32);
    }

    @Test
    void keysAreCounted() {
        String keys =
                IntStream.range(0, 75_000).mapToObj(i -> "k" + i + ": 1\n").collect(Collectors.joining());

        assertLimit(keys, "has more than 20000 keys and values", 9_999);
    }

    @Test
    void depthIsCounted() {
        assertLimit("[".repeat(30_000), "is nested more than 32 deep", 0);
        assertLimit("a:\n" + "- ".repeat(10_000), "is nested more than 32 deep", 1);
    }

    @Test
    void linesAndTextsHaveALength() {
        assertLimit("a: 1\nb: " + "x".repeat(40_000), "has a line of 40003 characters, more than 32768", 1);
        assertLimit("a: 1\n".repeat(300_000), "has 1500000 characters, more than 1048576", 0);
    }

    @Test
    void whatIsWithinTheLimitsIsRead() throws LimitException {
        String keys = IntStream.range(0, 9_000).mapToObj(i -> "k" + i + ": 1\n").collect(Collectors.joining());

        assertThat(BoundedYaml.compose("text", keys)).isPresent();
        assertThat(BoundedYaml.compose("text", "a: &a {b: 1}\nc: *a\nd: &d [*d]\n"))
                .isPresent();
        assertThat(BoundedYaml.compose("text", "")).isEmpty();
    }

    private static void assertLimit(String text, String message, int line) {
        assertThatThrownBy(() -> BoundedYaml.compose("text", text))
                .isInstanceOfSatisfying(
                        LimitException.class, limit -> assertThat(limit.line()).isEqualTo(line))
                .hasMessage(message);
    }
}
