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
                [1/2 kafka] measure 11/30 s  49 987 msg/s  response p99 3.5 ms  backlog 1 234  0:29 left
                worth keeping
                """);
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
