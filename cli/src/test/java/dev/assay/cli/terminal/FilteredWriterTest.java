package dev.assay.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.Progress.LoadLine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilteredWriterTest {
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private final PrintWriter out = Screen.on(new PrintStream(terminal, true, StandardCharsets.UTF_8));

    private String shown() {
        out.flush();
        return terminal.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b]0;title\u0007",
                "\u001b[2J",
                "\u001b[8mhidden",
                "\u001b[1;8mhidden",
                "\u001b[10;10H",
                "\u009b31m",
                "\rover the line",
                "\u202egnp.exe",
                "a\bb"
            })
    void whatSomebodyElseSaysMovesNothing(String text) {
        out.println(text);

        assertThat(shown())
                .doesNotContain("\u001b", "\u0007", "\u009b", "\r", "\u202e", "\b")
                .contains("\\u");
    }

    @Test
    void assaysOwnColoursAndStatusLinePass() {
        Progress progress = new Progress(out, true);
        progress.trial("1/1 \u001b[2Kmemory");
        progress.load(new LoadLine("measure", 1000, 1_000_000, 0, "0:10"));
        out.println("\u001b[32mVALID\u001b[0m");

        assertThat(shown())
                .startsWith("\r\u001b[2K[1/1 \\u001b[2Kmemory] measure")
                .contains("\u001b[32mVALID\u001b[0m");
    }

    @Test
    void aStepThatSomebodyElseNamesTakesNoLineAway() {
        Progress progress = new Progress(out, false);
        progress.step("downloading \r\u001b[2Kevil");
        progress.say("from a worker: \r\u001b[2Kevil");

        assertThat(shown()).doesNotContain("\r\u001b[2K").contains("\\u000d\\u001b[2Kevil");
    }

    @Test
    void noKnownSecretIsShown() {
        HiddenValues.token("canary-of-the-terminal");
        out.print("refused: canary-of-the-terminal");

        assertThat(shown()).isEqualTo("refused: ********");
    }
}
