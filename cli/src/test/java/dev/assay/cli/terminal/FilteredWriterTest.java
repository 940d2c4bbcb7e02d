package dev.assay.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.view.TerminalText;
import dev.assay.run.event.Progress;
import dev.assay.run.secret.ProcessRedactor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilteredWriterTest {
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private final PrintWriter out = Terminal.on(new PrintStream(terminal, true, StandardCharsets.UTF_8));

    private String shown() {
        out.flush();
        return terminal.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b]0;title\u0007",
                "\u001b[2J",
                "\r\u001b[2K",
                "\r\u001b[3A\u001b[?7l",
                "\u001b[J",
                "\u001b[8mhidden",
                "\u001b[1;8mhidden",
                "\u001b[10;10H",
                "\u001b[32mVALID\u001b[0m",
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
    void onlyTextThatAssayHasColouredItselfIsColoured() {
        TerminalText text = new TerminalText(true);
        text.graded(Grade.VALID, "it is \u001b[31mVALID\nor is it");
        Terminal.draw(out, text.toString());

        assertThat(shown()).isEqualTo("\u001b[32mit is \\u001b[31mVALID\uFFFDor is it\u001b[0m\n");
    }

    @Test
    void noKnownSecretIsDrawn() {
        ProcessRedactor.token("canary-of-the-drawing");
        Terminal.draw(out, "\u001b[1mcanary-of-the-drawing\u001b[0m");

        assertThat(shown()).isEqualTo("\u001b[1m********\u001b[0m");
    }

    @Test
    void aLineFeedInAMessageBeginsNoLineOfItsOwn() {
        Progress progress = new TerminalProgress(out, false);
        progress.say("the server says: no\nrun directory: /elsewhere");
        progress.trial("1/1 kafka\n[2/2");
        progress.step("connecting");

        assertThat(shown().lines())
                .containsExactly(
                        "the server says: no", "  run directory: /elsewhere", "[1/1 kafka\uFFFD[2/2] connecting");
    }

    /** Sequences that move the cursor take a separate way that no text can take. */
    @Test
    void whatDrawsTheTableIsNoTextThatSomebodyElseCouldWrite() {
        Progress progress = TerminalProgress.live(out, () -> TerminalSize.USUAL, false);
        progress.step("connecting");
        String frame = shown();
        out.println(frame);

        assertThat(frame).isEqualTo("\r\u001b[?7lconnecting\u001b[K\r\n\u001b[J\u001b[?7h");
        assertThat(shown().substring(frame.length()))
                .doesNotContain("\u001b", "\r")
                .contains("\\u001b[?7lconnecting");
    }

    @Test
    void aStepThatSomebodyElseNamesTakesNoLineAway() {
        Progress progress = new TerminalProgress(out, false);
        progress.step("downloading \r\u001b[2Kevil");
        progress.say("from a worker: \r\u001b[2Kevil");

        assertThat(shown()).doesNotContain("\r\u001b[2K").contains("\\u000d\\u001b[2Kevil");
    }

    @Test
    void noKnownSecretIsShown() {
        ProcessRedactor.token("canary-of-the-terminal");
        out.print("refused: canary-of-the-terminal");

        assertThat(shown()).isEqualTo("refused: ********");
    }
}
