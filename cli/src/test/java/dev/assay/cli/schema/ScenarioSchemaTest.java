package dev.assay.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.command.ListCommand;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

class ScenarioSchemaTest {
    private static final Path SHIPPED = Path.of("..", "docs", "scenario.schema.json");

    /** With {@code -Dassay.regenerate=true} the file is written instead of compared. */
    @Test
    void theShippedSchemaIsWhatTheCodeGenerates() throws IOException {
        if (Boolean.getBoolean("assay.regenerate")) {
            Files.createDirectories(SHIPPED.getParent());
            Files.writeString(SHIPPED, ScenarioSchema.text());
        }
        assertThat(Files.readString(SHIPPED))
                .as("docs/scenario.schema.json no longer matches the scenario records; regenerate it with: ./mvnw -pl"
                        + " cli -am test -Dtest=ScenarioSchemaTest -Dsurefire.failIfNoSpecifiedTests=false"
                        + " -Dassay.regenerate=true")
                .isEqualTo(ScenarioSchema.text());
    }

    @Test
    void theCommandPrintsIt() throws IOException {
        for (String[] words : new String[][] {{"--schema"}, {"--schema", "scenario"}}) {
            StringWriter printed = new StringWriter();
            new CommandLine(new ListCommand())
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .setOut(new PrintWriter(printed))
                    .execute(words);
            assertThat(printed).hasToString(Files.readString(SHIPPED));
        }
    }

    @Test
    void generatingTwiceGivesTheSameText() {
        assertThat(ScenarioSchema.text()).isEqualTo(ScenarioSchema.text());
    }

    private static List<String> problems(String yaml) {
        return new SchemaReader(JsonMapper.builder().build().readTree(ScenarioSchema.text())).problems(document(yaml));
    }

    static Object document(String yaml) {
        return withoutNulls(new Load(LoadSettings.builder().build()).loadFromString(yaml));
    }

    private static Object withoutNulls(@Nullable Object value) {
        return switch (value) {
            case null -> SchemaReader.Nothing.NULL;
            case Map<?, ?> map -> {
                Map<Object, Object> filled = new LinkedHashMap<>();
                map.forEach((key, below) -> filled.put(key, withoutNulls(below)));
                yield filled;
            }
            case List<?> list ->
                list.stream().map(ScenarioSchemaTest::withoutNulls).toList();
            default -> value;
        };
    }

    static List<Path> shipped() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "scenarios"))) {
            return files.filter(path -> path.toString().endsWith(".yaml")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void everyShippedScenarioFitsTheSchema(Path path) throws IOException {
        assertThat(problems(Files.readString(path))).isEmpty();
    }

    @Test
    void thePageOnComparingBeginsWithTheShippedScenario() throws IOException {
        String shipped = Files.readString(Path.of("..", "scenarios", "compare-linger.yaml"));

        assertThat(Files.readString(Path.of("..", "docs", "COMPARING.md")))
                .contains("```yaml\n" + shipped.substring(shipped.indexOf('\n') + 1) + "```\n");
    }

    static List<String> examples() throws IOException {
        Matcher blocks = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "SCENARIO.md")));
        return blocks.results()
                .map(block -> block.group(1))
                .map(text -> (text.startsWith("name:") ? "" : "name: x\n")
                        + (text.contains("systems:") ? "" : "systems: {kafka: }\n")
                        + text)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleOfTheDocumentationFitsTheSchemaAndCanBePlanned(String text) throws ScenarioException {
        assertThat(problems(text)).isEmpty();
        assertThat(ScenarioFile.read("x.yaml", text, List.of(), Set.of()).points())
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "phases: {a: {for: 5 s, untill: {sent: 1 MB}}}",
                "phases: [{for: 5 s}]",
                "phases: [a]",
                "phases: 5",
                "phases: {a: {for: 5 s, rate: ramp}}",
                "events: {a: {fault: kill-two}}",
                "events: [{fault: kill-one}]",
                "events: {a: {name: a, recover: true}}",
                "workload: {groups: {a: {start-paused: perhaps}}}",
                "sweep: {a: {b: {}}}",
                "variants: {a: [1, 2]}",
                "variants: {a: {}}",
                "variants: [a]",
                "repeat: 3 to 15 until response.p99 within 5 %",
                "repeat: {at-least: 3, until: 5 %}",
                "result: 'response.p99, service.mean'",
                "workload: {message: {keys: random of 5000}}",
                "workload: {message: {payload: {random: 0.5, pol: 5}}}",
                "timing: {warmup: 20 s to 90 s}",
                "page-cache: dropped"
            })
    void whatDoesNotFitIsFound(String text) {
        String systems = "name: x\nsystems: {kafka: }\n";
        assertThat(problems(systems)).isEmpty();
        assertThat(problems(systems + text)).isNotEmpty();
    }
}
