package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.model.spec.MessageSpec;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageKeysTextTest {
    private static String file(String message) {
        return "name: x\nsystems: {memory: }\nworkload:\n  partitions: 500\n  message: { " + message + " }\n";
    }

    private static MessageSpec message(String message) throws ScenarioException {
        return ScenarioFile.read("x.yaml", file(message), List.of(), Set.of())
                .points()
                .getFirst()
                .spec()
                .workload()
                .message();
    }

    @Test
    void aMessageTakesKeysInThePlaceOfWords() throws ScenarioException {
        MessageSpec message = message("size: { p50: 1 KB, p99: 64 KB }, payload: { random: 0.5, pool: 100 },"
                + " keys: { kind: random, count: 7000, skew: 0.99 }");
        assertThat(message.size()).hasToString("p50 1 KB, p99 64 KB");
        assertThat(message.payload()).hasToString("random 0.5, pool 100");
        assertThat(message.keys()).hasToString("random of 7000, skew 0.99");
        assertThat(message("size: { 1 KB: 9, 64 KB: 1 }").size()).hasToString("1 KB x 9, 64 KB x 1");
        assertThat(message("keys: random").keys()).hasToString("random of 5000");
    }

    @Test
    void aListOfWordsAndKeysIsADimension() throws ScenarioException {
        assertThat(ScenarioFile.read(
                                "x.yaml",
                                file("keys: [none, { kind: random, count: 5000, skew: 0.99 }]"),
                                List.of(),
                                Set.of())
                        .points())
                .extracting(point -> point.dimensions().toString())
                .containsExactly("{workload.message.keys=none}", "{workload.message.keys=random of 5000, skew 0.99}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "keys.count|{ kind: ..., count: ..., skew: ... }",
                "payload.pool|{ random: ..., pool: ..., file: ... }",
                "size.p99|{ p50: ..., p99: ... }"
            })
    void anOptionThatGivesOneOfTheKeysIsToldHow(String key, String example) {
        ScenarioException found = catchThrowableOfType(
                ScenarioException.class,
                () -> ScenarioFile.read(
                        "x.yaml", file("keys: random"), List.of("workload.message." + key + "=5000"), Set.of()));
        assertThat(found)
                .hasMessageContaining("must be given together, not one by one")
                .hasMessageContaining(example);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "keys: { kind: none, count: 5 }|keys count needs the kind random or sequence",
                "keys: { kind: sequence, skew: 1 }|keys skew needs the kind random",
                "keys: { knd: random }|workload.message.keys has no key 'knd'",
                "keys: { kind: random, count: [5, 6] }|workload.message.keys.count takes one value, not a list",
                "payload: { file: x, pool: 5 }|file can't be combined with random or pool",
                "size: { 1 KB: many }|expected sizes with weights like",
                "payload: { random: 1.5 }|payload",
                "size: { p50: 2 KB, p99: 1 KB }|message size p99 must be at least p50",
                "size: { p50: 1 MB, p99: 2 MB }|more than 128 MiB"
            })
    void whatDoesNotFitIsReportedWithItsPlace(String message, String reason) {
        ScenarioException found = catchThrowableOfType(ScenarioException.class, () -> message(message));
        assertThat(found).hasMessageContaining(reason).hasMessageContaining("x.yaml:5");
    }
}
