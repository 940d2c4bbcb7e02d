package dev.assay.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.history.History;
import dev.assay.report.HistoryLines;
import dev.assay.report.SampleHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
        assertGolden("history.txt", HistoryLines.render(SampleHistory.nightly(), false));
    }

    @Test
    void a_history_says_what_changed_and_what_is_not_known() {
        String text = HistoryLines.render(SampleHistory.nightly(), false).replaceAll("\\s+", " ");

        assertThat(text)
                .contains(
                        "response p99 1.25 times as large from 20261108T030000Z-nightly on",
                        "between them: server 4.2.0, then 4.3.1",
                        "no change found: throughput (11 runs)",
                        "needs at least 8 runs to look for a change ",
                        "a series of its own, as it differs from",
                        "machines (a there, b here)",
                        "left out: 1 INVALID, 1 end-to-end.p99 too few samples",
                        "Of 4 trends without a change about one in twenty");
        assertThat(HistoryLines.render(SampleHistory.withoutFigures(), false)).contains("no figure counts");
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
                                assertThat(line.split(",", -1)).hasSize(12).doesNotContain(""));
            }
        });
        assertThat(exported.notes())
                .contains("left out: 1 trial that is not VALID", "left out: 14 end-to-end.p99 too few samples")
                .anySatisfy(note -> assertThat(note).startsWith("left out: 1 run of nightly/kafka/"));
    }

    @Test
    void benchstat_gets_a_line_for_each_trial_that_is_valid() throws IOException {
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

    @Test
    void bencher_gets_the_newest_run_with_bounds_where_there_are_any() throws IOException {
        Exported exported = BencherExport.of(SampleHistory.nightly());
        assertGoldens(exported);

        JsonNode bmf = JsonMapper.shared().readTree(exported.files().getOrDefault(BencherExport.FILE, ""));
        assertThat(bmf.size()).isEqualTo(1);
        JsonNode measures = bmf.iterator().next();
        assertThat(Set.copyOf(measures.propertyNames()))
                .isEqualTo(Set.of("throughput-msg-per-s", "response-p50-ns", "response-p99-ns", "end-to-end-p99-ns"));
        JsonNode p99 = measures.path("response-p99-ns");
        assertThat(p99.path("lower_value").doubleValue())
                .isLessThan(p99.path("value").doubleValue());
        assertThat(p99.path("upper_value").doubleValue())
                .isGreaterThan(p99.path("value").doubleValue());
        assertThat(Set.copyOf(measures.path("end-to-end-p99-ns").propertyNames()))
                .as("two trials have no interval")
                .isEqualTo(Set.of("value"));
        assertThat(exported.notes().getFirst()).contains("20261112T030000Z-nightly");
    }

    @Test
    void github_action_benchmark_gets_a_file_for_each_direction() throws IOException {
        Exported exported = GithubActionExport.of(SampleHistory.nightly());
        assertGoldens(exported);

        JsonNode smaller = JsonMapper.shared().readTree(exported.files().getOrDefault(GithubActionExport.SMALLER, ""));
        JsonNode bigger = JsonMapper.shared().readTree(exported.files().getOrDefault(GithubActionExport.BIGGER, ""));
        assertThat(smaller.size()).isEqualTo(3);
        assertThat(bigger.size()).isEqualTo(1);
        for (JsonNode entry : smaller) {
            assertThat(entry.path("name").isString()).isTrue();
            assertThat(entry.path("unit").stringValue()).isEqualTo("ms");
            assertThat(entry.path("value").isNumber()).isTrue();
        }
    }

    static Stream<Function<History, Exported>> formats() {
        return Stream.of(OtavaExport::of, BenchstatExport::of, BencherExport::of, GithubActionExport::of);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void nothing_to_export_is_no_file(Function<History, Exported> format) {
        assertThat(format.apply(SampleHistory.withoutFigures()).files()).isEmpty();
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
