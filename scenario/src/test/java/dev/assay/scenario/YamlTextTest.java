package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class YamlTextTest {
    @Test
    void aliasesCountAsWhatTheyStandFor() {
        String doubling = "a0: &a0 [x, x]\n"
                + IntStream.rangeClosed(1, 48)
                        .mapToObj(i -> "a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1))
                        .collect(Collectors.joining());

        assertThat(doubling).hasSizeLessThan(1500);
        assertLimit(doubling, "more than 20000 keys and values");
    }

    @Test
    void aliasesAreCounted() {
        String text = "a: &a [x]\n"
                + IntStream.rangeClosed(1, 101)
                        .mapToObj(i -> "b%d: *a\n".formatted(i))
                        .collect(Collectors.joining());

        assertLimit(text, "Number of aliases for non-scalar nodes exceeds the specified max=100");
    }

    @Test
    void nestingBehindAliasesCounts() {
        String chain = "a0: &a0 [x]\n"
                + IntStream.rangeClosed(1, 60)
                        .mapToObj(i -> "a%d: &a%d [*a%d]\n".formatted(i, i, i - 1))
                        .collect(Collectors.joining());

        assertThat(problem(chain)).startsWith("x.yaml:1:5: this exceeds a limit: nested more than 32 deep");
    }

    @Test
    void keysAreCounted() {
        String keys =
                IntStream.range(0, 75_000).mapToObj(i -> "k" + i + ": 1\n").collect(Collectors.joining());

        assertThat(problem(keys)).startsWith("x.yaml:10000:8: this exceeds a limit: more than 20000 keys and values");
    }

    @Test
    void depthIsCounted() {
        assertThat(problem("[".repeat(30_000)))
                .startsWith("x.yaml:1:33: this exceeds a limit: nested more than 32 deep");
        assertThat(problem("a:\n" + "- ".repeat(10_000)))
                .startsWith("x.yaml:2:63: this exceeds a limit: nested more than 32 deep");
        assertThat(problem("? ".repeat(10_000)))
                .startsWith("x.yaml:1:65: this exceeds a limit: nested more than 32 deep");
    }

    @Test
    void textsHaveALength() {
        assertLimit(
                "a: " + "x".repeat(1_100_000), "The incoming YAML document exceeds the limit: 1048576 code points.");
    }

    @Test
    @Timeout(30)
    void aLongLineIsReadInTime() {
        String line = "a: [" + "x".repeat(60) + ", [" + ("{b: " + "y".repeat(150) + "}, ").repeat(6_000) + "]]\n";

        assertThat(line).hasSizeGreaterThan(900_000);
        assertThat(problem(line)).isEmpty();
    }

    @Test
    void whatIsWithinTheLimitsIsRead() {
        String keys = IntStream.range(0, 9_000).mapToObj(i -> "k" + i + ": 1\n").collect(Collectors.joining());

        assertThat(problem(keys)).isEmpty();
        assertThat(problem("a: &a {b: 1}\nc: *a\nd: &d [*a]\n")).isEmpty();
        assertThat(problem("")).isEmpty();
    }

    private static void assertLimit(String text, String message) {
        assertThat(problem(text)).startsWith("x.yaml:1:").contains(": this exceeds a limit: " + message);
    }

    private static String problem(String text) {
        ProblemLog log = new ProblemLog();
        YamlText.read(Source.ofFile("x.yaml", text, SecretValues.UNREAD), text, log);
        return log.inOrder().stream().map(Problem::render).collect(Collectors.joining());
    }
}
