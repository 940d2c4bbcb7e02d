package dev.assay.cluster.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.telemetry.PageMetrics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpositionTest {
    private static Exposition read(String text) throws IOException {
        return Exposition.read(new BufferedReader(new StringReader(text)), Set.of("a", "b_total", "c:d"));
    }

    @Test
    void linesOfANameAddUpAndCommentsAreNone() throws IOException {
        Exposition page = read("""
                # HELP a what it is
                # TYPE a gauge
                a 1

                a{} 2.5
                b_total{success="true", journalIndex="0"} 1e3 1395066363000
                b_total{success="true",journalIndex="1",} 1
                b_total{ success = "false" }\t7
                c:d -4
                """);
        assertThat(page.sum("a")).hasValue(3.5);
        assertThat(page.sum("b_total")).hasValue(1008);
        assertThat(page.sum("b_total", "success", "true")).hasValue(1001);
        assertThat(page.sum("b_total", "success", "perhaps")).isEmpty();
        assertThat(page.sum("c:d")).hasValue(-4);
    }

    @Test
    void whatIsNotThereOrNotKnownIsAbsentAndNoZero() throws IOException {
        Exposition page = read("a NaN\nb_total +Inf\nc:d{x=\"1\"} NaN\nc:d{x=\"2\"} 0\n");
        assertThat(page.sum("a")).isEmpty();
        assertThat(page.sum("b_total")).isEmpty();
        assertThat(page.sum("c:d")).hasValue(0);
        assertThat(page.sum("e")).isEmpty();
    }

    @Test
    void labelsMayHaveAnythingInQuotes() throws IOException {
        Exposition page = read("a{queue=\"} \\\"x\\\\,\\n=\",node=\"\"} 1\n");
        assertThat(page.sum("a", "queue", "} \"x\\,\n=")).hasValue(1);
        assertThat(page.sum("a", "node", "")).hasValue(1);
    }

    @Test
    void linesOfOtherNamesArePassedOverWhateverTheyHave() throws IOException {
        Exposition page = read("<html>\nab{{{{\na1 x\n\u0000\u001b[2J\n=cmd|' /C calc'!A0\nb_total 5\r\na 1");
        assertThat(page.sum("b_total")).hasValue(5);
        assertThat(page.sum("a")).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a ",
                "a one",
                "a{",
                "a{x}",
                "a{x=1} 1",
                "a{x=\"1\"",
                "a{x=\"1} 1",
                "a{x=\"\\",
                "a{x=\"1\" y=\"2\"} 1",
                "a{,} 1",
                "a{x=\"1\"}",
                "a\u001b[2J 1",
                "a =cmd|1"
            })
    void aLineThatIsNoneIsNamedByItsNumberAndNotRepeated(String line) {
        assertThatThrownBy(() -> read("# TYPE a gauge\n" + line + "\n"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("line 2 of its metrics is not in Prometheus's text format: ")
                .hasMessageNotContainingAny("\u001b", "cmd", "one");
    }

    @Test
    void aLineAsLongAsAnAnswerMayBeIsRead() throws IOException {
        String label = "x".repeat(PageMetrics.MAX_BYTES);
        assertThat(read("a{x=\"" + label + "\"} 1").sum("a", "x", label)).hasValue(1);
    }
}
