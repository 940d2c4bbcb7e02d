package dev.assay.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.Progress.LoadLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final StringWriter screen = new StringWriter();

    private Progress progress(boolean terminal) {
        return new Progress(new PrintWriter(screen), terminal);
    }

    private static LoadLine second(int second) {
        return new LoadLine("measure " + second + "/30 s", 49_987.4, 3_456_789, 1234, "0:" + (40 - second));
    }

    private String shown() {
        return screen.toString()
                .replace("\r\u001b[2K", "<erase>")
                .replace('\u202f', ' ')
                .replace(System.lineSeparator(), "\n");
    }

    @Test
    void elsewhereThanOnATerminalEveryStepAndEveryTenthSecondIsALine() {
        Progress progress = progress(false);
        progress.step("looking around");
        progress.trial("1/2 kafka");
        progress.step("connecting");
        for (int second = 1; second <= 12; second++) {
            progress.load(second(second));
        }
        progress.say("worth keeping");
        progress.clear();

        assertThat(shown()).isEqualTo("""
                looking around
                [1/2 kafka] connecting
                [1/2 kafka] measure 1/30 s  49 987 msg/s  response p99 3.5 ms  backlog 1 234  0:39 left
                [1/2 kafka] measure 11/30 s  49 987 msg/s  response p99 3.5 ms  backlog 1 234  0:29 left  (worst of 10 s: 49 987 msg/s, response p99 3.5 ms)
                worth keeping
                """);
    }

    @Test
    void whoWantsQuietIsToldWhatStaysAndNothingElse() {
        Progress progress = Progress.quiet(new PrintWriter(screen));
        progress.trial("1/2 kafka");
        progress.step("connecting");
        progress.load(second(1));
        progress.warn("a warning");
        progress.say("worth keeping");
        progress.clear();

        assertThat(shown()).isEqualTo("a warning\nworth keeping\n");
    }

    @Test
    void onATerminalOneLineIsWrittenOverAndWhatStaysIsAboveIt() {
        Progress progress = progress(true);
        progress.trial("1/2 kafka");
        progress.step("connecting");
        progress.load(second(1));
        progress.load(second(2));
        progress.say("worth keeping");
        progress.warn("a warning");
        progress.step("draining");
        progress.clear();
        progress.clear();

        assertThat(shown())
                .isEqualTo("<erase>[1/2 kafka] connecting"
                        + "<erase>[1/2 kafka] measure 1/30 s  49 987 msg/s  response p99 3.5 ms  backlog 1 234  0:39 left"
                        + "<erase>[1/2 kafka] measure 2/30 s  49 987 msg/s  response p99 3.5 ms  backlog 1 234  0:38 left"
                        + "<erase>worth keeping\na warning\n<erase>[1/2 kafka] draining<erase>");
    }

    @Test
    void aDownloadIsALineForEachTenMebibytes() {
        Progress progress = progress(false);
        for (long bytes = 0; bytes <= 25L << 20; bytes += 1 << 18) {
            progress.downloading("kafka.jar", bytes, bytes);
        }

        assertThat(shown()).isEqualTo("""
                downloading kafka.jar (9 MiB in all so far)
                downloading kafka.jar (19 MiB in all so far)
                """);
    }

    @Test
    void aStallBetweenTwoLinesShowsInTheNextOne() {
        Progress progress = progress(false);
        for (int second = 1; second <= 11; second++) {
            boolean stalled = second == 4 || second == 5;
            double rate = stalled ? 0 : second == 6 ? 30_000 : 10_000;
            double p99 = stalled ? Double.NaN : second == 6 ? 1_980_000_000 : 2_000_000;
            progress.load(new LoadLine("measure " + second + "/30 s", rate, p99, 0, "0:" + (40 - second)));
        }

        assertThat(shown()).isEqualTo("""
                measure 1/30 s  10 000 msg/s  response p99 2.0 ms  backlog 0  0:39 left
                measure 11/30 s  10 000 msg/s  response p99 2.0 ms  backlog 0  0:29 left  (worst of 10 s: 0 msg/s, response p99 1.98 s)
                """);
    }

    @Test
    void aStallAfterTheLastLineShowsWhenTheLoadEnds() {
        Progress progress = progress(false);
        progress.load(new LoadLine("measure 1/3 s", 10_000, 2_000_000, 0, "0:02"));
        progress.load(new LoadLine("measure 2/3 s", 10, 900_000_000, 0, "0:01"));
        progress.load(new LoadLine("measure 3/3 s", 10_000, 2_000_000, 0, "0:00"));
        progress.step("draining");

        assertThat(shown()).isEqualTo("""
                measure 1/3 s  10 000 msg/s  response p99 2.0 ms  backlog 0  0:02 left
                measure 3/3 s  10 000 msg/s  response p99 2.0 ms  backlog 0  0:00 left  (worst of 2 s: 10 msg/s, response p99 900.0 ms)
                draining
                """);
    }

    @Test
    void aSecondWithoutAnswersHasNoLatency() {
        progress(false).load(new LoadLine("measure 1/30 s", 0, Double.NaN, 0, "0:39"));

        assertThat(shown()).isEqualTo("measure 1/30 s  0 msg/s  response p99 none yet  backlog 0  0:39 left\n");
    }

    @Test
    void latenciesComeInTheUnitThatSuitsThem() {
        assertThat(StatusFormats.latency(999_000)).isEqualTo("999 µs");
        assertThat(StatusFormats.latency(1_000_000)).isEqualTo("1.0 ms");
        assertThat(StatusFormats.latency(1_704_000_000)).isEqualTo("1.70 s");
    }
}
