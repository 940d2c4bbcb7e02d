package dev.assay.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that the table of keys in docs/KEYS.md is generated from the schema of scenarios. */
class KeysPageTest {
    private static final Path PAGE = Path.of("..", "docs", "KEYS.md");

    private static final String HEAD = """
            # Keys of a scenario

            This page is generated from the schema (`assay list --schema scenario`). [SCENARIO](SCENARIO.md) explains how keys work together. A text can also be a [secret](SCENARIO.md#secrets); a list is a
            [dimension](SCENARIO.md#dimensions). `systems.*` stands for each system that has the key, `NAME` for a name of yours.

            | key | default | meaning |
            |---|---|---|
            """;

    private record Key(String defaultValue, String meaning) {}

    /** With {@code -Dassay.regenerate=true} the page is written instead of compared. */
    @Test
    void theTableHasEachKeyWithItsDefaultAndMeaning() throws IOException {
        String page = page();
        if (Boolean.getBoolean("assay.regenerate")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as("regenerate it with: ./mvnw -pl cli -am test -Dtest=KeysPageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dassay.regenerate=true")
                .isEqualTo(page);
    }

    @Test
    void aKeyOfSeveralSystemsHasOneRow() {
        assertThat(page().lines())
                .anyMatch(row -> row.startsWith("| `systems.*.processors` | "))
                .anyMatch(row -> row.startsWith("| `systems.memory.law` | "))
                .anyMatch(row -> row.startsWith("| `phases.NAME.until.steady` | "))
                .noneMatch(row -> row.contains("secret-file"));
    }

    private static String page() {
        JsonNode schema = JsonMapper.builder().build().readTree(ScenarioSchema.text());
        Map<String, Key> keys = new LinkedHashMap<>();
        collect(schema, schema, "", keys);
        Map<String, Set<Key>> shared = new LinkedHashMap<>();
        keys.forEach((path, key) -> shared.computeIfAbsent(ofAllSystems(path), any -> new LinkedHashSet<>())
                .add(key));

        Map<String, Key> rows = new LinkedHashMap<>();
        keys.forEach((path, key) -> {
            String general = ofAllSystems(path);
            boolean oneMeaning = shared.getOrDefault(general, Set.of()).size() == 1
                    && keys.keySet().stream()
                                    .filter(other -> ofAllSystems(other).equals(general))
                                    .count()
                            > 1;
            rows.putIfAbsent(oneMeaning ? general : path, key);
        });
        StringBuilder page = new StringBuilder(HEAD);
        rows.forEach((path, key) -> {
            if (!key.meaning().isEmpty()) {
                page.append("| `%s` | %s | %s |%n"
                        .formatted(
                                path,
                                key.defaultValue().isEmpty() ? "" : "`" + key.defaultValue() + "`",
                                key.meaning().replace("|", "\\|")));
            }
        });
        return page.toString().replace("\r\n", "\n");
    }

    private static String ofAllSystems(String path) {
        return path.replaceFirst("^(systems|settings)\\.[a-z]+\\.", "$1.*.");
    }

    private static void collect(JsonNode schema, JsonNode node, String prefix, Map<String, Key> keys) {
        for (JsonNode form : forms(schema, node)) {
            for (Map.Entry<String, JsonNode> property : form.path("properties").properties()) {
                if (property.getKey().startsWith("secret-")) {
                    continue;
                }
                String path = prefix + property.getKey();
                keys.putIfAbsent(path, key(schema, property.getValue()));
                collect(schema, property.getValue(), path + ".", keys);
            }
            JsonNode entries = form.path("additionalProperties");
            if (entries.isObject() && !prefix.startsWith("variants")) {
                collect(schema, entries, prefix + "NAME.", keys);
            }
        }
    }

    private static Key key(JsonNode schema, JsonNode node) {
        String meaning = node.path("description").asString("");
        String value = node.path("default").asString("");
        JsonNode target = target(schema, node);
        return new Key(
                value.isEmpty() ? target.path("default").asString("") : value,
                meaning.isEmpty() ? target.path("description").asString("") : meaning);
    }

    private static List<JsonNode> forms(JsonNode schema, JsonNode node) {
        JsonNode target = target(schema, node);
        List<JsonNode> forms = new ArrayList<>(List.of(target));
        for (String either : List.of("anyOf", "oneOf")) {
            target.path(either).forEach(form -> forms.addAll(forms(schema, form)));
        }
        return forms;
    }

    private static JsonNode target(JsonNode schema, JsonNode node) {
        JsonNode target = node;
        while (target.has("$ref")) {
            target = schema.at(target.path("$ref").asString().substring(1));
        }
        return target;
    }
}
