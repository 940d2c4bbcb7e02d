package dev.assay.cli.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;
import static org.assertj.core.api.Assertions.within;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.cli.history.InstalledTool.Said;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What other tools make of {@code assay history --export}: the change that was injected, and nothing else. */
@Tag("slow")
class ExportsInRealToolsTest {
    private static final String OTAVA = "0.8.0";
    private static final String BENCHSTAT = "v0.0.0-20260908200009-22c9c6c9d4da";
    private static final double INJECTED_PERCENT = 100 * (RecordedNights.INJECTED - 1);

    /** Over the column of the versions before. */
    private static final Pattern UNIT = Pattern.compile("│ (\\S+)\\s.*vs base");

    private static final Pattern DIFFERENCE = Pattern.compile(" ((?:[-+][0-9.]+%|~) \\(p=[0-9.]+ n=[0-9+]+\\))");

    @TempDir
    static Path base;

    @BeforeAll
    static void record() {
        RecordedNights.below(base.resolve("runs"));
    }

    private static Path exported(String format) {
        Path to = base.resolve(format);
        Ended ended = ProgramUnderTest.run(
                "history", base.resolve("runs").toString(), "--export", format, "--to", to.toString());
        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.OK.code());
        assertThat(ended.out()).contains("left out: 1 trial that is INVALID or did not finish");
        return to;
    }

    @Test
    void otava_names_the_injected_change_at_its_run_and_no_other() throws IOException {
        InstalledTool otava = InstalledTool.otava(OTAVA);
        Path folder = exported("otava");
        String test = seriesOfTheChange(folder);

        Said valid = otava.run(folder, "validate", "--config-file", "otava.yaml");
        assertThat(valid.code()).as(valid.out() + valid.err()).isZero();
        Said found = otava.run(folder, "analyze", "--config-file", "otava.yaml", "--output", "json", test);
        assertThat(found.code()).as(found.err()).isZero();
        JsonNode changed = JsonMapper.shared().readTree(found.out()).path(test);

        assertThat(changed.size()).as(found.out()).isEqualTo(1);
        assertThat(changed.at("/0/attributes/run").stringValue()).isEqualTo(RecordedNights.CHANGED);
        Map<String, Double> percent = new TreeMap<>();
        changed.at("/0/changes")
                .forEach(change -> percent.put(
                        change.path("metric").stringValue(),
                        Double.valueOf(change.path("forward_change_percent").stringValue())));
        assertThat(percent.keySet()).containsExactly(test + ".end-to-end_p99_ms", test + ".response_p99_ms");
        assertThat(percent.values()).allSatisfy(size -> assertThat(size).isCloseTo(INJECTED_PERCENT, within(1.0)));
    }

    /** The test whose table has the injected change; no cell of any table is empty, on which Otava would give up. */
    private static String seriesOfTheChange(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> tables =
                    files.filter(file -> file.toString().endsWith(".csv")).toList();
            assertThat(tables)
                    .hasSize(2)
                    .allSatisfy(table -> assertThat(Files.readAllLines(table))
                            .hasSizeGreaterThan(1)
                            .allSatisfy(row ->
                                    assertThat(row.split(",", -1)).hasSize(13).doesNotContain("")));
            return tables.stream()
                    .filter(table -> contentOf(table.toFile()).contains(RecordedNights.CHANGED))
                    .map(table -> String.valueOf(table.getFileName()).replaceFirst("\\.csv$", ""))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void benchstat_prints_the_injected_ratio_with_its_p_and_none_for_what_stayed() throws IOException {
        InstalledTool benchstat = InstalledTool.benchstat(BENCHSTAT);
        Path file = exported("benchstat");

        Said said = benchstat.run(base, "-col", "server", "-ignore", "run,client,assay,kernel,jvm", file.toString());

        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.err()).isEmpty();
        assertThat(differences(said.out()))
                .containsEntry("throughput-msg/s", "~ (p=1.000 n=21+12)")
                .containsEntry("response.p50-sec", "~ (p=1.000 n=21+12)")
                .hasEntrySatisfying("response.p99-sec", found -> assertInjected(found, "p=0.000 n=21+12"))
                // One night has no end-to-end latencies.
                .hasEntrySatisfying("end-to-end.p99-sec", found -> assertInjected(found, "p=0.000 n=18+12"))
                .hasSize(4);
    }

    /** What stands under {@code vs base} of the series that has both versions, by unit. */
    private static Map<String, String> differences(String said) {
        Map<String, String> differences = new TreeMap<>();
        String unit = "";
        for (String line : said.lines().toList()) {
            Matcher head = UNIT.matcher(line);
            Matcher row = DIFFERENCE.matcher(line);
            if (head.find()) {
                unit = head.group(1);
            } else if (row.find()) {
                differences.put(unit, row.group(1));
            }
        }
        return differences;
    }

    private static void assertInjected(String found, String probability) {
        assertThat(found).endsWith(" (" + probability + ")");
        assertThat(Double.parseDouble(found.substring(0, found.indexOf('%')))).isCloseTo(INJECTED_PERCENT, within(1.0));
    }
}
