package dev.assay.cli.schema;

import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeyName;
import dev.assay.model.spec.KeysOf;
import dev.assay.model.spec.Notes;
import dev.assay.scenario.claim.CellName;
import dev.assay.scenario.fleet.WatchedServers;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes the JSON Schema (draft 2020-12) of study and fleet files from the records that the files are read into. */
public final class FileSchema {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String SCENARIO = "ScenarioKeys";

    /** Names the keys with arbitrary content, which no scenario has. */
    private static final Set<String> FREE = Set.of("search", "lengths");

    private final ValueSchemas values = new ValueSchemas(JSON);
    private final ObjectNode scenario = (ObjectNode) JSON.readTree(ScenarioSchema.text());
    private final ObjectNode definitions = JSON.createObjectNode();
    private final Set<String> done = new TreeSet<>();

    private FileSchema() {}

    /** Returns the schema as indented JSON with a line end. */
    public static String text(String title, Class<?> file) {
        ObjectNode schema = new FileSchema().generate(title, file);
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(schema).replace("\r\n", "\n") + "\n";
    }

    private ObjectNode generate(String title, Class<?> file) {
        ObjectNode keys = keys(file);
        ObjectNode schema =
                JSON.createObjectNode().put("$schema", scenario.path("$schema").stringValue());
        if (!definitions.isEmpty()) {
            schema.set("$defs", definitions);
        }
        return schema.put("title", title).setAll(keys);
    }

    private ObjectNode keys(Class<?> record) {
        ObjectNode node = JSON.createObjectNode().put("type", "object");
        ObjectNode properties = node.putObject("properties");
        ArrayNode required = JSON.createArrayNode();
        for (RecordComponent component : record.getRecordComponents()) {
            if (component.getType() == WatchedServers.class) {
                properties.setAll((ObjectNode) keys(WatchedServers.class).path("properties"));
                continue;
            }
            Key key = component.getAnnotation(Key.class);
            String name = KeyName.of(component);
            if (name.equals(Key.OTHERS)) {
                scenario.path("properties")
                        .properties()
                        .forEach(each -> properties.putIfAbsent(each.getKey(), each.getValue()));
                useScenario();
            } else if (!name.equals(Key.ENTRY)) {
                ObjectNode value = value(component.getGenericType(), name);
                properties.set(name, value.put("description", key.value()));
                if (values.knows(plain(component.getType())) && key.fallback().equals(Key.REQUIRED)) {
                    required.add(name);
                } else if (!key.fallback().equals(Key.REQUIRED)) {
                    value.put("default", key.fallback());
                }
            }
        }
        Notes notes = record.getAnnotation(Notes.class);
        for (String name : notes == null ? new String[0] : notes.value()) {
            properties.put(name, true);
        }
        if (!required.isEmpty()) {
            node.set("required", required);
        }
        return node.put("additionalProperties", false);
    }

    private ObjectNode value(Type type, String name) {
        if (type instanceof ParameterizedType generic) {
            Type[] of = generic.getActualTypeArguments();
            if (generic.getRawType() == Map.class) {
                return of[1] == CellName.class ? byOwnName() : values.free(orNull(value(of[1], name)));
            }
            return generic.getRawType() == Optional.class ? value(of[0], name) : oneOrMany(of[0], name);
        }
        Class<?> plain = plain((Class<?>) type);
        if (plain.getSimpleName().equals("Mapping")) {
            return FREE.contains(name) ? JSON.createObjectNode().put("type", "object") : useScenario();
        }
        return plain.isRecord() && !values.knows(plain) ? definition(plain) : values.one(plain);
    }

    /** Returns the schema of one value or a list; a list of records within a list is below the key {@code any}. */
    private ObjectNode oneOrMany(Type type, String name) {
        ObjectNode each = value(type, name);
        if (type instanceof ParameterizedType list
                && plain((Class<?>) list.getActualTypeArguments()[0]).isRecord()) {
            ObjectNode one = value(list.getActualTypeArguments()[0], name);
            ObjectNode any = JSON.createObjectNode().put("type", "object");
            any.putObject("properties").set("any", each);
            any.putArray("required").add("any");
            each = JSON.createObjectNode();
            each.putArray("anyOf").add(one).add(any.put("additionalProperties", false));
        }
        ObjectNode node = JSON.createObjectNode();
        node.putArray("anyOf").add(each).addObject().put("type", "array").set("items", each.deepCopy());
        return node;
    }

    private ObjectNode byOwnName() {
        ObjectNode node = JSON.createObjectNode();
        ObjectNode text = values.one(String.class);
        ArrayNode either = node.putArray("anyOf");
        either.add(values.free(text)).add(text.deepCopy());
        either.addObject().put("type", "array").set("items", text.deepCopy());
        return node;
    }

    private static ObjectNode orNull(ObjectNode value) {
        if (!value.has("$ref")) {
            return value;
        }
        ObjectNode node = JSON.createObjectNode();
        node.putArray("anyOf").add(value).addObject().put("type", "null");
        return node;
    }

    private ObjectNode definition(Class<?> type) {
        Class<?> record = Arrays.stream(type.getDeclaredClasses())
                .filter(KeysOf.class::isAssignableFrom)
                .findFirst()
                .orElse(type);
        String name = type.getSimpleName().replace("Keys", "");
        if (done.add(name)) {
            ObjectNode keys = keys(record);
            List<RecordComponent> alone = Arrays.stream(record.getRecordComponents())
                    .filter(component -> component.isAnnotationPresent(Key.class)
                            && component.getAnnotation(Key.class).alone())
                    .toList();
            ObjectNode whole = keys;
            if (!alone.isEmpty()) {
                whole = JSON.createObjectNode();
                whole.putArray("anyOf").add(keys).add(value(alone.getFirst().getGenericType(), name));
            }
            if (definitions.putIfAbsent(name, whole) != null) {
                throw new IllegalStateException("two definitions are called " + name);
            }
        }
        return JSON.createObjectNode().put("$ref", "#/$defs/" + name);
    }

    /** Refers to the keys of a scenario, all of them optional. */
    private ObjectNode useScenario() {
        if (definitions.path(SCENARIO).isMissingNode()) {
            scenario.path("$defs")
                    .properties()
                    .forEach(each -> definitions.putIfAbsent(each.getKey(), each.getValue()));
            ObjectNode keys = definitions.putObject(SCENARIO).put("type", "object");
            keys.set("properties", scenario.path("properties"));
            keys.put("additionalProperties", false);
        }
        return JSON.createObjectNode().put("$ref", "#/$defs/" + SCENARIO);
    }

    private static Class<?> plain(Class<?> type) {
        if (type == Double.class) {
            return double.class;
        }
        return type == Integer.class ? int.class : type;
    }
}
