package dev.assay.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.LiveBlock.Line;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.event.Progress;
import dev.assay.run.secret.ProcessRedactor;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveViewTest {
    private FakeTerminal terminal = new FakeTerminal(TerminalSize.USUAL);

    private Progress progress(int columns, boolean coloured) {
        terminal = new FakeTerminal(new TerminalSize(columns, 24));
        return TerminalProgress.live(new TerminalWriter(terminal), terminal::size, coloured);
    }

    private static void loadUpTo(int last, Progress progress) {
        for (int second = 1; second <= last; second++) {
            progress.load(Seconds.usual(second));
        }
    }

    @Test
    void theTableOf80Columns() {
        Progress progress = progress(80, false);
        progress.trial("1/2 kafka-version=4.3.1");
        progress.step("connecting");
        loadUpTo(9, progress);

        assertThat(terminal.text()).isEqualTo("""
                [1/2 kafka-version=4.3.1] mean rates, percentiles of all n, highest backlog
                               msg/s             response ms       end-to-end ms    messages
                          offered achieved     n   p50   p99  worst     n    p99 backlog errors
                warmup     50 000   49 987  150k  1.23  3.40   3.40  150k   23.4      12      0
                [1/2 kafka-version=4.3.1] measure 6/30 s
                about 0:24 left of the trial, 1:54 of the run
                               msg/s             response ms       end-to-end ms    messages
                          offered achieved     n   p50   p99  worst     n    p99 backlog errors
                2 s        50 000   49 987 49987  1.23  3.40   3.40 49987   23.4      12      3
                3 s        50 000   49 987 49987  1.23  3.40   3.40 49987   23.4      12      0
                4 s        50 000   49 987 49987  1.23  3.40   3.40 49987   23.4      12      0
                5 s        50 000   49 987 49987  1.23  3.40   3.40 49987   23.4      12      0
                6 s        50 000   49 987 49987  1.23  3.40   3.40 49987   23.4      12      0
                all 6 s    50 000   49 987  300k  1.23  3.40   3.40  300k   23.4   1 234      3
                broker-1: CPU 43 %, writes 12.3 MB/s   broker-2: CPU 143 %, writes 12.0 MB/s
                broker-3: CPU 40 %, writes not known
                this machine: CPU 93 % busy, disk 12 % busy""");
    }

    @Test
    void theTableOf120Columns() {
        Progress progress = progress(120, false);
        progress.trial("1/2 kafka-version=4.3.1");
        loadUpTo(9, progress);

        assertThat(terminal.text()).isEqualTo("""
                [1/2 kafka-version=4.3.1] mean rates, percentiles of all n, highest backlog
                               msg/s                 response ms                 end-to-end ms           messages
                          offered achieved     n   p50   p99  p99.9  worst     n    p50    p99  worst backlog errors
                warmup     50 000   49 987  150k  1.23  3.40   3.40   3.40  150k   1.50   23.4   23.4      12      0
                [1/2 kafka-version=4.3.1] measure 6/30 s  about 0:24 left of the trial, 1:54 of the run
                               msg/s                 response ms                 end-to-end ms           messages
                          offered achieved     n   p50   p99  p99.9  worst     n    p50    p99  worst backlog errors
                2 s        50 000   49 987 49987  1.23  3.40   3.40   3.40 49987   1.50   23.4   23.4      12      3
                3 s        50 000   49 987 49987  1.23  3.40   3.40   3.40 49987   1.50   23.4   23.4      12      0
                4 s        50 000   49 987 49987  1.23  3.40   3.40   3.40 49987   1.50   23.4   23.4      12      0
                5 s        50 000   49 987 49987  1.23  3.40   3.40   3.40 49987   1.50   23.4   23.4      12      0
                6 s        50 000   49 987 49987  1.23  3.40   3.40   3.40 49987   1.50   23.4   23.4      12      0
                all 6 s    50 000   49 987  300k  1.23  3.40   3.40   3.40  300k   1.50   23.4   23.4   1 234      3
                broker-1: CPU 43 %, writes 12.3 MB/s   broker-2: CPU 143 %, writes 12.0 MB/s   broker-3: CPU 40 %, writes not known
                this machine: CPU 93 % busy, disk 12 % busy""");
    }

    @Test
    void aPhaseLeavesALineAndNothingElseStays() {
        Progress progress = progress(80, false);
        progress.trial("1/2 kafka");
        progress.step("connecting");
        loadUpTo(32, progress);
        progress.stage(TrialStage.DRAINING);
        assertThat(terminal.text()).contains("[1/2 kafka] measure 29/30 s, draining");
        progress.load(Seconds.usual(33));
        progress.load(Seconds.afterLoad());
        assertThat(terminal.text()).contains("[1/2 kafka] draining");
        progress.say("worth keeping");
        progress.trial("2/2 kafka");
        progress.step("stopping the cluster");
        progress.clear();
        progress.clear();

        assertThat(terminal.text()).isEqualTo("""
                [1/2 kafka] mean rates, percentiles of all n, highest backlog
                               msg/s             response ms       end-to-end ms    messages
                          offered achieved     n   p50   p99  worst     n    p99 backlog errors
                warmup     50 000   49 987  150k  1.23  3.40   3.40  150k   23.4      12      0
                measure    50 000   49 987 1.50M  1.23  3.40   3.40 1.50M   23.4   1 234      3
                worth keeping""");
        assertThat(terminal.tidy()).isTrue();
    }

    /** After Ctrl-C the run's thread prints a result while a table is on the screen. */
    @Test
    void whatIsSaidInTheMiddleOfALoadTakesTheTableAway() {
        Progress progress = progress(80, true);
        progress.trial("1/1 kafka");
        loadUpTo(2, progress);
        progress.warn("trial 1/1 kafka failed: it was interrupted by Ctrl-C or a signal to Assay");

        assertThat(terminal.text())
                .isEqualTo("trial 1/1 kafka failed: it was interrupted by Ctrl-C or a signal to Assay");
        assertThat(terminal.tidy()).isTrue();
    }

    /** A process that is ended between two frames leaves a working terminal. */
    @Test
    void betweenTwoFramesTheTerminalIsAsItWas() {
        Progress progress = progress(80, true);
        progress.trial("1/1 kafka");
        for (int second = 1; second <= 33; second++) {
            progress.load(Seconds.usual(second));

            assertThat(terminal.tidy()).isTrue();
        }
    }

    /** A screen that is erased and then drawn flickers; lines that are overwritten do not. */
    @Test
    void aFrameIsWrittenInOneGoAndErasesNothingBeforeItIsDrawn() {
        Progress progress = progress(80, false);
        progress.trial("1/1 kafka");
        loadUpTo(2, progress);
        int before = terminal.frames().size();

        progress.load(Seconds.usual(3));

        assertThat(terminal.frames()).hasSize(before + 1);
        String frame = terminal.frames().getLast();
        assertThat(frame).startsWith("\r\u001b[").endsWith("\u001b[J\u001b[?7h").doesNotContain("\u001b[2J");
        assertThat(frame.indexOf("\u001b[J")).isEqualTo(frame.lastIndexOf("\u001b[J"));
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 60, 79, 80, 81, 100, 101, 120, 200})
    void noLineIsEverLongerThanTheTerminal(int columns) {
        Progress progress = progress(columns, true);
        progress.trial("1/2 " + "a-very-long-name".repeat(10));
        progress.step("downloading " + "a-very-long-name".repeat(10));
        loadUpTo(33, progress);
        progress.clear();

        assertThat(terminal.wrapped()).isZero();
    }

    @Test
    void aTerminalThatHasFewRowsShowsWhatFits() {
        terminal = new FakeTerminal(new TerminalSize(80, 5));
        Progress progress = TerminalProgress.live(new TerminalWriter(terminal), terminal::size, false);
        progress.trial("1/1 kafka");
        loadUpTo(3, progress);

        assertThat(terminal.text().lines()).hasSize(4);
        progress.warn("the end");
        assertThat(terminal.text()).isEqualTo("the end");
    }

    /** Lines drawn in a wider terminal take several rows of a narrower one. */
    @Test
    void inATerminalThatHasBecomeNarrowerTheCursorGoesBackOverAllRowsOfTheBlock() {
        AtomicReference<TerminalSize> size = new AtomicReference<>(new TerminalSize(100, 24));
        StringWriter sent = new StringWriter();
        LiveBlock block = new LiveBlock(new TerminalWriter(sent), size::get);
        block.draw(List.of(new Line("x".repeat(99)), new Line("short")));
        size.set(new TerminalSize(40, 24));

        block.draw(List.of(new Line("again")));

        assertThat(sent.toString()).contains("\r\u001b[4A\u001b[?7lagain");
    }

    @Test
    void colourIsUsedOnlyWhereItIsWanted() {
        Progress plain = progress(80, false);
        plain.trial("1/1 kafka");
        loadUpTo(2, plain);
        assertThat(String.join("", terminal.frames())).doesNotContainPattern("\u001b\\[[0-9;]*m");

        Progress coloured = progress(80, true);
        coloured.trial("1/1 kafka");
        loadUpTo(2, coloured);
        assertThat(String.join("", terminal.frames())).contains("\u001b[1m[1/1 kafka] warmup", "\u001b[0m");
    }

    @Test
    void whatSomebodyElseNamesMovesNothingAndKeepsToItsLine() {
        Progress progress = progress(80, true);
        progress.trial("1/1 \u001b[3A\u001b[Jevil\nname");
        progress.step("downloading \r\u001b[2Kevil\nfile");

        assertThat(terminal.text())
                .isEqualTo("[1/1 \\u001b[3A\\u001b[Jevil\uFFFDname] downloading \\u000d\\u001b[2Kevil file");
    }

    @Test
    void aSecretThatDoesNotFitIsHiddenAllTheSame() {
        ProcessRedactor.token("canary-of-the-table-that-goes-on-and-on");
        Progress progress = progress(40, false);
        progress.step("connecting with canary-of-the-table-that-goes-on-and-on");

        assertThat(terminal.text()).isEqualTo("connecting with ********");
    }

    @Test
    void aFaultInTheMidstOfAPhaseEndsNoPhase() {
        Progress progress = progress(80, false);
        progress.trial("1/1 kafka");
        loadUpTo(9, progress);
        progress.stage(TrialStage.INJECTING);
        progress.stage(TrialStage.RECOVERING);
        progress.load(Seconds.usual(10));
        progress.stage(TrialStage.DRAINING);
        progress.clear();

        assertThat(terminal.text().lines().map(line -> line.replaceFirst(" {2,}.*", "")))
                .containsExactly(
                        "[1/1 kafka] mean rates, percentiles of all n, highest backlog",
                        "",
                        "",
                        "warmup",
                        "[1/1 kafka] the fault",
                        "[1/1 kafka] recovery",
                        "measure");
    }
}
