package dev.assay.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.history.History;
import dev.assay.report.SampleHistory;
import dev.assay.report.page.HistoryView;
import dev.assay.report.view.TerminalRenderer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Histories in words and in the formats of other tools; {@code -Dassay.goldens=write} writes the goldens anew. Tests of the command line have
 * Apache Otava and benchstat read such exports.
 */
class ExportTest {
    private static final Path GOLDENS = Path.of("src/test/resources/dev/assay/report/export");

    private static void assertGolden(String name, String text) throws IOException {
        Path file = GOLDENS.resolve(name);
        if ("write".equals(System.getProperty("assay.goldens"))) {
            Files.createDirectories(GOLDENS);
            Files.writeString(file, text);
        }
        assertThat(text).isEqualTo(Files.readString(file));
    }

    private static void assertGoldens(Exported exported) throws IOException {
        for (Map.Entry<String, String> file : exported.files().entrySet()) {
            assertGolden(file.getKey(), file.getValue());
        }
        assertThat(exported.files()).isNotEmpty();
    }

    @Test
    void a_history_reads_as_it_always_did() throws IOException {
        assertGolden("history.txt", TerminalRenderer.render(HistoryView.of(SampleHistory.nightly()), false));
    }

    @Test
    void a_history_says_how_the_last_run_stands_to_those_before_and_tests_nothing() {
        String text = TerminalRenderer.render(HistoryView.of(SampleHistory.nightly()), false)
                .replaceAll("\\s+", " ");

        assertThat(text)
                .contains(
                        "response p99 4.02 ms in the first and 5.02 ms in the last of 11 runs, which is 1.24 times the"
                                + " median of those before (n = 10, 4.04 ms, from 4.02 ms to 5.07 ms)",
                        "since its first run: server 4.2.0, then 4.3.1",
                        "response p99 5.06 ms in one run",
                        "a separate series, because it differs from",
                        "machines (a there, b here)",
                        "left out: 1 INVALID, 1 end-to-end.p99 too few samples",
                        "Whether runs differ by more than chance is not tested here");
        assertThat(TerminalRenderer.render(HistoryView.of(SampleHistory.withoutValues()), false))
                .contains("no value counts, valid 0 % (n = 2); left out: 2 INVALID");
    }

    @Test
    void otava_gets_a_file_for_each_series_without_empty_cells() throws IOException {
        Exported exported = OtavaExport.of(SampleHistory.nightly());
        assertGoldens(exported);

        assertThat(exported.folder()).isTrue();
        assertThat(exported.files()).hasSize(3).containsKey("otava.yaml");
        assertThat(exported.files().get("otava.yaml"))
                .contains(".response_p99_ms\": { direction: -1", ".throughput_msg_per_s\": { direction: 1");
        exported.files().forEach((name, text) -> {
            if (name.endsWith(".csv")) {
                assertThat(text.lines())
                        .allSatisfy(line ->
                                assertThat(line.split(",", -1)).hasSize(13).doesNotContain(""));
            }
        });
        assertThat(exported.notes())
                .contains(
                        "left out: 2 trials that are INVALID or did not finish",
                        "left out: 14 end-to-end.p99 too few samples")
                .anySatisfy(note -> assertThat(note).startsWith("left out: 1 run of nightly/kafka/"));
    }

    @Test
    void benchstat_gets_a_line_for_each_trial_that_counts() throws IOException {
        Exported exported = BenchstatExport.of(SampleHistory.nightly());
        assertGoldens(exported);

        List<String> lines =
                exported.files().getOrDefault(BenchstatExport.FILE, "").lines().toList();
        assertThat(lines.stream().filter(line -> line.startsWith("Benchmark"))).hasSize(36);
        assertThat(lines)
                .contains("Unit response.p99-ns better=lower", "Unit throughput-msg/s better=higher")
                .anySatisfy(line -> assertThat(line)
                        .matches("BenchmarkAssay/nightly/kafka/\\S+ 1500000 49999 throughput-msg/s .*"));
    }

    static Stream<Function<History, Exported>> formats() {
        return Stream.of(OtavaExport::of, BenchstatExport::of);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void nothing_to_export_is_no_file(Function<History, Exported> format) {
        assertThat(format.apply(SampleHistory.withoutValues()).files()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("formats")
    void hostile_names_break_no_format(Function<History, Exported> format) {
        Exported exported = format.apply(SampleHistory.hostile());

        exported.files().forEach((name, text) -> {
            assertThat(name).matches("[\\p{L}\\p{N}._+=-]+").doesNotStartWith(".");
            assertThat(text).doesNotContain("\u001b");
            if (name.endsWith(".csv")) {
                assertThat(text.lines().toList())
                        .allSatisfy(line -> assertThat(line).matches("(time|\\d{4}-).*"));
            }
            if (name.endsWith(".txt")) {
                assertThat(text.lines().toList())
                        .allSatisfy(line -> assertThat(line).matches("|(Unit|BenchmarkAssay/\\S+) .*|[a-z]+: .*"));
            }
        });
    }
}
