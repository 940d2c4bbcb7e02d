package dev.assay.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.cli.compare.InstalledTool.Said;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

/**
 * Checks that other tools, by the recipes of docs/COMPARING.md, find in {@code assay compare --csv} the injected change and nothing else.
 */
@Tag("slow")
class CsvInRealToolsTest {
    private static final String OTAVA = "0.8.0";
    private static final String BENCHSTAT = "v0.0.0-20260908200009-22c9c6c9d4da";
    private static final double INJECTED_PERCENT = 100 * (RecordedNights.INJECTED - 1);
    private static final Path DOCUMENT = Path.of("../docs/COMPARING.md");

    /** Matches the unit above the column of the earlier version. */
    private static final Pattern UNIT = Pattern.compile("│ (\\S+)\\s.*vs base");

    private static final Pattern DIFFERENCE = Pattern.compile(" ((?:[-+][0-9.]+%|~) \\(p=[0-9.]+ n=[0-9+]+\\))");

    @TempDir
    static Path base;

    private static String fingerprint = "";

    @BeforeAll
    static void record() throws IOException {
        Path nights = base.resolve("runs");
        RecordedNights.below(nights);
        List<String> arguments = new ArrayList<>(List.of("compare", "--csv"));
        try (Stream<Path> runs = Files.list(nights)) {
            runs.sorted().map(Path::toString).forEach(arguments::add);
        }
        Ended ended = ProgramUnderTest.run(arguments.toArray(String[]::new));
        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.OK.code());
        Files.writeString(base.resolve("nightly.csv"), ended.out());
        fingerprint = ended.out()
                .lines()
                .filter(line -> line.contains(RecordedNights.CHANGED))
                .map(line -> line.split(",", -1)[5])
                .findFirst()
                .orElseThrow();
    }

    /** Returns the document's code block that contains these words. */
    private static String recipe(String words) throws IOException {
        String[] parts = Files.readString(DOCUMENT).split("\n```[a-z]*\n", -1);
        for (int fenced = 1; fenced < parts.length; fenced += 2) {
            if (parts[fenced].contains(words)) {
                return parts[fenced].replace("FINGERPRINT", fingerprint);
            }
        }
        throw new AssertionError("no recipe of " + DOCUMENT + " has '" + words + "'");
    }

    /** Runs the line of a recipe that converts the CSV for the tool. */
    private static void prepare(String recipe) throws IOException {
        String line =
                recipe.lines().filter(one -> one.startsWith("awk ")).findFirst().orElseThrow();
        Said said = new InstalledTool(Path.of("/bin/sh")).run(base, "-c", line);
        assertThat(said.code()).as(said.err()).isZero();
    }

    /** Returns the words after the tool's name in its recipe. */
    private static String[] arguments(String recipe, String tool) {
        return recipe.lines()
                .filter(one -> one.startsWith(tool + " "))
                .findFirst()
                .orElseThrow()
                .substring(tool.length() + 1)
                .split(" ");
    }

    private static JsonNode analyzed(InstalledTool otava) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(arguments(recipe("otava analyze"), "otava")));
        arguments.addAll(List.of("--output", "json"));
        Said found = otava.run(base, arguments.toArray(String[]::new));
        assertThat(found.code()).as(found.err()).isZero();
        return JsonMapper.shared().readTree(found.out()).path("nightly");
    }

    @Test
    void otava_names_the_injected_change_at_its_run_and_no_other() throws IOException {
        InstalledTool otava = InstalledTool.otava(OTAVA);
        Files.writeString(base.resolve("otava.yaml"), recipe("type: csv"));
        prepare(recipe("otava analyze"));

        Said valid = otava.run(base, "validate", "--config-file", "otava.yaml");
        assertThat(valid.code()).as(valid.out() + valid.err()).isZero();
        JsonNode changed = analyzed(otava);

        assertThat(changed.size()).as(changed.toString()).isEqualTo(1);
        assertThat(changed.at("/0/attributes/run").stringValue()).isEqualTo(RecordedNights.CHANGED);
        assertThat(changed.at("/0/changes").size()).isEqualTo(1);
        assertThat(Double.parseDouble(
                        changed.at("/0/changes/0/forward_change_percent").stringValue()))
                .isCloseTo(INJECTED_PERCENT, within(1.0));
    }

    /** The document warns of this: it takes two more runs to see that a single one was slow. */
    @Test
    void otava_announces_an_outlier_at_the_end_and_takes_it_back_after_two_more_runs() throws IOException {
        InstalledTool otava = InstalledTool.otava(OTAVA);
        Files.writeString(base.resolve("otava.yaml"), recipe("type: csv"));
        prepare(recipe("otava analyze"));
        Path table = base.resolve("response-p99.csv");
        List<String> usual = Files.readAllLines(table).stream()
                .limit(RecordedNights.BEFORE) // The first line has the names; one night has too few trials that count.
                .toList();
        String slow = Files.readAllLines(table).getLast();
        List<String> lines = new ArrayList<>(usual);
        lines.add(slow);
        Files.write(table, lines);
        assertThat(analyzed(otava).size())
                .as("with the outlier as the last run")
                .isEqualTo(1);

        lines.add(usual.get(1).replaceFirst("2026-11-\\d\\d", "2026-11-21"));
        lines.add(usual.get(2).replaceFirst("2026-11-\\d\\d", "2026-11-22"));
        Files.write(table, lines);
        assertThat(analyzed(otava).size()).as("with two more runs").isZero();
    }

    @Test
    void benchstat_prints_the_injected_ratio_with_its_p_and_none_for_what_stayed() throws IOException {
        InstalledTool benchstat = InstalledTool.benchstat(BENCHSTAT);
        String recipe = recipe("benchstat -col");
        prepare(recipe);

        Said said = benchstat.run(base, arguments(recipe, "benchstat"));

        assertThat(said.code()).as(said.err()).isZero();
        // A run is one sample; one night has too few trials that count, another no end-to-end latencies.
        assertThat(differences(said.out()))
                .containsEntry("response.p50-sec", "~ (p=1.000 n=6+4)")
                .hasEntrySatisfying("response.p99-sec", found -> assertInjected(found, "p=0.010 n=6+4"))
                .hasEntrySatisfying("end-to-end.p99-sec", found -> assertInjected(found, "p=0.016 n=5+4"));
    }

    /** Returns, by unit, the cells below {@code vs base} of the series that has both versions. */
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
