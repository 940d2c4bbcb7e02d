package dev.assay.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.command.ListCommand;
import dev.assay.scenario.fleet.Fleet;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

class FileSchemaTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final String STUDY = """
            study: small
            tests: { first: { cells: { a: { system: memory }, b: { system: memory } } } }
            """;

    private static String schema(String kind) {
        if (kind.equals("fleet")) {
            return FileSchema.text("Assay fleet", Fleet.class);
        }
        try {
            return FileSchema.text("Assay study", Class.forName("dev.assay.scenario.StudyKeys"));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** With {@code -Dassay.regenerate=true} the files are written instead of compared. */
    @ParameterizedTest
    @ValueSource(strings = {"study", "fleet"})
    void theShippedSchemasAreWhatTheCodeGeneratesAndTheCommandPrints(String kind) throws IOException {
        Path shipped = DOCS.resolve(kind + ".schema.json");
        if (Boolean.getBoolean("assay.regenerate")) {
            Files.writeString(shipped, schema(kind));
        }
        assertThat(Files.readString(shipped)).isEqualTo(schema(kind));
        StringWriter printed = new StringWriter();
        new CommandLine(new ListCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(printed))
                .execute("--schema", kind);
        assertThat(printed).hasToString(schema(kind));
    }

    private static List<String> problems(String kind, String yaml) {
        return new SchemaReader(JsonMapper.builder().build().readTree(schema(kind)))
                .problems(ScenarioSchemaTest.document(yaml));
    }

    static Stream<String> studies() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "studies"))) {
            return files.map(Path::toString).filter(path -> path.endsWith(".yaml")).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("studies")
    void everyShippedStudyFitsTheSchema(String path) throws IOException {
        assertThat(problems("study", Files.readString(Path.of(path)))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"STUDIES.md, study:, study", "LOAD-MACHINES.md, machines:, fleet", "LOAD-MACHINES.md, pods:, fleet"})
    void theExampleOfTheDocumentationFitsTheSchema(String file, String begin, String kind) throws IOException {
        String text = Files.readString(DOCS.resolve(file));
        int start = text.indexOf("```yaml\n" + begin) + "```yaml\n".length();
        assertThat(problems(kind, text.substring(start, text.indexOf("```", start))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "claim: []",
                "title: [a]",
                "claims: [{ id: c }]",
                "claims: [{ id: c, says: x, confounders: [Z] }]",
                "claims: [{ id: c, says: x, conditions: [{ rato: {} }] }]",
                "claims: [{ id: c, says: x, conditions: [{ any: [{ rato: {} }] }] }]",
                "tables: [{ title: t, unit: furlong }]",
                "tables: [{ title: t, unit: ms, rows: { r: { sell: a } } }]",
                "charts: [{ title: t, cells: { A: [a] } }]",
                "scale: { peaks: { p: { cell: a, share: 1 } } }",
                "scenario: { sytems: {} }",
                "scale: { scenario: { workload: { rates: 1/s } } }"
            })
    void whatDoesNotFitAStudyIsFound(String text) {
        assertThat(problems("study", STUDY)).isEmpty();
        assertThat(problems("study", STUDY + text)).isNotEmpty();
        assertThat(problems("study", STUDY.replace("{ system: memory },", "{ sytem: memory },")))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hosts: {}",
                "machines: [a]",
                "machines: { a: { port: 1 } }",
                "machines: { a: { name: b } }",
                "machines: { a: { roles: [wroker] } }",
                "machines: { a: { ports: some } }",
                "machines: { a: { ssh: -o } }",
                "machines: { a: { servers: { b: x } } }",
                "pods: { img: a }",
                "pods: { cpu: much }",
                "pods: { memory: [1Gi] }"
            })
    void whatDoesNotFitAFleetIsFound(String text) {
        assertThat(problems("fleet", "machines: { a: , b: { ports: 9100-9109, labels: { c: d } } }"))
                .isEmpty();
        assertThat(problems("fleet", "pods: { namespace: load, cpu: 0.5, memory: 1.5Gi, patience: 1m }"))
                .isEmpty();
        assertThat(problems("fleet", text)).isNotEmpty();
    }
}
