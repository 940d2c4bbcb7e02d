package dev.assay.cli.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.schema.SchemaReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Exports for tools that no package registry has, which get the newest run, held against what their documentation says. */
class ExportedShapesTest {
    private static final int LONGEST_BENCHMARK = 1024;
    private static final int LONGEST_MEASURE = 64;

    @TempDir
    static Path base;

    @TempDir
    Path to;

    @BeforeAll
    static void record() {
        RecordedNights.newest(base);
    }

    private Path exported(String format) {
        Path target = to.resolve("exported");
        Ended ended = ProgramUnderTest.run("history", base.toString(), "--export", format, "--to", target.toString());
        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.OK.code());
        return target;
    }

    private static List<String> problems(String schema, String text) throws IOException {
        try (InputStream in = Objects.requireNonNull(ExportedShapesTest.class.getResourceAsStream(schema))) {
            return new SchemaReader(JsonMapper.shared().readTree(in))
                    .problems(JsonMapper.shared().readValue(text, Object.class));
        }
    }

    @Test
    void bmf_has_values_between_their_bounds_under_names_that_bencher_takes() throws IOException {
        String text = Files.readString(exported("bmf"));
        JsonNode benchmarks = JsonMapper.shared().readTree(text);

        assertThat(problems("bmf.schema.json", text)).isEmpty();
        assertThat(benchmarks.propertyNames())
                .singleElement(InstanceOfAssertFactories.STRING)
                .hasSizeLessThanOrEqualTo(LONGEST_BENCHMARK);
        JsonNode measures = benchmarks.iterator().next();
        assertThat(measures.size()).isEqualTo(4);
        measures.properties().forEach(measure -> {
            assertThat(measure.getKey()).hasSizeLessThanOrEqualTo(LONGEST_MEASURE);
            assertThat(measure.getValue().path("value").asDouble())
                    .isBetween(
                            measure.getValue().path("lower_value").asDouble(),
                            measure.getValue().path("upper_value").asDouble());
        });
        assertThat(measures.at("/response-p99-ns/value").asDouble())
                .isCloseTo(RecordedNights.PLANTED * 4.1e6, within(0.1e6));
    }

    @Test
    void github_action_benchmark_gets_entries_of_the_shape_that_it_documents() throws IOException {
        Path folder = exported("github-action-benchmark");

        for (String file : List.of("smaller-is-better.json", "bigger-is-better.json")) {
            assertThat(problems("custom-benchmarks.schema.json", Files.readString(folder.resolve(file))))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"b\": {}}",
                "{\"b\": {\"m\": 1}}",
                "{\"b\": {\"m\": {\"lower_value\": 1}}}",
                "{\"b\": {\"m\": {\"value\": \"1\"}}}",
                "{\"b\": {\"m\": {\"value\": 1, \"unit\": \"ns\"}}}"
            })
    void other_shapes_are_found(String text) throws IOException {
        assertThat(problems("bmf.schema.json", text)).isNotEmpty();
        assertThat(problems("custom-benchmarks.schema.json", text)).isNotEmpty();
    }
}
