package dev.assay.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.run.event.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final StringWriter terminal = new StringWriter();

    private Progress progress() {
        return new TerminalProgress(new PrintWriter(terminal), false);
    }

    private String shown() {
        return terminal.toString().replace('\u202f', ' ').replace(System.lineSeparator(), "\n");
    }

    @Test
    void elsewhereThanOnATerminalEveryStepAndEveryTenthSecondIsALine() {
        Progress progress = progress();
        progress.step("looking around");
        progress.trial("1/2 kafka");
        progress.step("connecting");
        for (int second = 1; second <= 12; second++) {
            progress.load(Seconds.usual(second));
        }
        progress.say("worth keeping");
        progress.clear();

        assertThat(shown().lines().toList())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("looking around"),
                        line -> assertThat(line).isEqualTo("[1/2 kafka] connecting"),
                        line -> assertThat(line)
                                .isEqualTo("[1/2 kafka] warmup 1/3 s  offered 50 000 msg/s  achieved 49 987 msg/s"
                                        + "  response p50 1.2 ms, p99 3.4 ms, worst 3.4 ms (n 49 987)"
                                        + "  end-to-end p99 23.4 ms (n 49 987)  backlog 12 msg  errors 0 msg"
                                        + "  highest CPU of a server 143 % (broker-2), most written 12.3 MB/s (broker-1),"
                                        + " CPU of this machine 93 % busy"
                                        + "  about 0:32 left of the trial, 2:02 of the run"),
                        line -> assertThat(line)
                                .startsWith("[1/2 kafka] warmup 3/3 s ")
                                .endsWith("(worst of 2 s: achieved 49 987 msg/s, response p99 3.4 ms, backlog 12 msg)"),
                        line -> assertThat(line)
                                .startsWith("[1/2 kafka] measure 8/30 s ")
                                .contains("(n 399 896)", "backlog 12 msg  errors 3 msg")
                                .endsWith(
                                        "(worst of 8 s: achieved 49 987 msg/s, response p99 3.4 ms, backlog 1 234 msg)"),
                        line -> assertThat(line).isEqualTo("worth keeping"),
                        line -> assertThat(line).startsWith("[1/2 kafka] measure 9/30 s "));
    }

    @Test
    void whoWantsQuietIsToldWhatStaysAndNothingElse() {
        Progress progress = TerminalProgress.quiet(new PrintWriter(terminal));
        progress.trial("1/2 kafka");
        progress.step("connecting");
        progress.load(Seconds.usual(1));
        progress.warn("a warning");
        progress.say("worth keeping");
        progress.clear();

        assertThat(shown()).isEqualTo("a warning\nworth keeping\n");
    }

    @Test
    void aDownloadIsALineForEachTenMebibytes() {
        Progress progress = progress();
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
        Progress progress = progress();
        for (int second = 4; second <= 14; second++) {
            boolean stalled = second == 7 || second == 8;
            progress.load(Seconds.of(second, stalled ? 0 : 10_000, second == 9 ? 1_980_000_000 : 2_000_000));
        }

        assertThat(shown().lines().toList().getLast())
                .startsWith("measure 11/30 s  offered 50 000 msg/s  achieved 8 000 msg/s"
                        + "  response p50 1.2 ms, p99 2.0 ms, worst 1.98 s (n 80 000)")
                .endsWith("(worst of 10 s: achieved 0 msg/s, response p99 1.98 s, backlog 12 msg)");
    }

    /** The last seconds arrive after the next step has begun. */
    @Test
    void aStallAfterTheLastLineShowsWhenTheTrialEnds() {
        Progress progress = progress();
        progress.load(Seconds.usual(4));
        progress.load(Seconds.of(5, 100, 900_000_000));
        progress.step("draining");
        progress.load(Seconds.usual(6));
        progress.trial("2/2 kafka");

        List<String> lines = shown().lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(1)).isEqualTo("draining");
        assertThat(lines.get(2))
                .startsWith("measure 3/30 s")
                .endsWith("(worst of 2 s: achieved 100 msg/s, response p99 900.2 ms, backlog 12 msg)");
    }

    @Test
    void aSecondWithoutAnswersHasNoLatency() {
        progress().load(Seconds.of(4, 0, 1));

        assertThat(shown())
                .contains("response p50 none yet, p99 none yet, worst none yet (n 0)  end-to-end p99 none yet (n 0)");
    }

    @Test
    void valuesOfTheTableFitTheirColumns() {
        assertThat(List.of(
                        StatusFormats.wide(999_999.4),
                        StatusFormats.wide(999_999.6),
                        StatusFormats.wide(12_345_678),
                        StatusFormats.narrow(99_999),
                        StatusFormats.narrow(196_600),
                        StatusFormats.narrow(999_600),
                        StatusFormats.millis(123_000),
                        StatusFormats.millis(9_999_000),
                        StatusFormats.millis(99_990_000),
                        StatusFormats.millis(12_345_000_000L)))
                .containsExactly(
                        "999\u202f999", "1.00M", "12M", "99999", "197k", "1.00M", "0.12", "10.0", "100", "12345");
    }

    @Test
    void latenciesComeInTheUnitThatSuitsThem() {
        assertThat(StatusFormats.latency(999_000)).isEqualTo("999 µs");
        assertThat(StatusFormats.latency(1_000_000)).isEqualTo("1.0 ms");
        assertThat(StatusFormats.latency(1_704_000_000)).isEqualTo("1.70 s");
    }
}
