package dev.assay.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Checks a summary against {@code docs/summary.schema.json}, on which readers of summaries rely. */
class SummarySchemaTest {
    private static final Path SCHEMA = Path.of("..", "docs", "summary.schema.json");
    private static final Path STORE = Path.of("../store/src/test/resources/dev/assay/store");

    @TempDir
    Path base;

    private static JsonNode read(Path file) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    private static List<String> problems(JsonNode summary) throws IOException {
        return new SchemaReader(read(SCHEMA)).problems(plain(summary));
    }

    private static Object plain(JsonNode node) {
        if (node.isObject()) {
            Map<String, Object> map = new LinkedHashMap<>();
            node.properties().forEach(entry -> map.put(entry.getKey(), plain(entry.getValue())));
            return map;
        }
        if (node.isArray()) {
            List<Object> list = new ArrayList<>();
            node.forEach(child -> list.add(plain(child)));
            return list;
        }
        return node.isNull()
                ? SchemaReader.Nothing.NULL
                : node.isString()
                        ? node.stringValue()
                        : node.isBoolean() ? (Object) node.booleanValue() : node.numberValue();
    }

    /** Returns the current summary of a run. */
    private Path summary() throws IOException {
        Path run = base.resolve("run");
        try (Stream<Path> files = Files.walk(STORE.resolve("recorded-run"))) {
            for (Path file : files.toList()) {
                Files.copy(
                        file,
                        run.resolve(
                                STORE.resolve("recorded-run").relativize(file).toString()));
            }
        }
        assertThat(ProgramUnderTest.run("report", run.toString()).code()).isZero();
        return run.resolve("summary.json");
    }

    @Test
    void a_summary_fits_the_schema_and_has_no_field_that_it_does_not_describe() throws IOException {
        JsonNode written = read(summary());

        assertThat(problems(written)).isEmpty();
        assertDescribed(written, "rows", 70);
        assertDescribed(written, "trials", 1);
        assertThat(written.path("summary_version").intValue())
                .isEqualTo(
                        read(SCHEMA).at("/properties/summary_version/maximum").intValue());
    }

    private static void assertDescribed(JsonNode written, String list, int size) throws IOException {
        List<String> described = List.copyOf(
                read(SCHEMA).at("/properties/" + list + "/items/properties").propertyNames());
        assertThat(written.path(list).size()).isEqualTo(size);
        for (JsonNode one : written.path(list)) {
            assertThat(List.copyOf(one.propertyNames())).isEqualTo(described);
        }
    }

    @Test
    void the_table_has_the_same_columns() throws IOException {
        Path json = summary();
        String head = Files.readString(json.resolveSibling("summary.csv"))
                .lines()
                .findFirst()
                .orElseThrow();

        assertThat(List.of(head.split(",")))
                .isEqualTo(List.copyOf(read(json).path("rows").iterator().next().propertyNames()));
    }

    @Test
    void what_does_not_fit_is_found() throws IOException {
        JsonNode summary = read(summary());
        ((ObjectNode) summary.path("rows").iterator().next())
                .put("verdict", "SO-SO")
                .put("n", "many");
        ((ObjectNode) summary.path("rows").iterator().next()).remove("statistic");

        assertThat(problems(summary)).hasSize(3);
    }
}
