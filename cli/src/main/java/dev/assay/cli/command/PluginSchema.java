package dev.assay.cli.command;

import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeyName;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.spec.Servers;
import dev.assay.scenario.ScalarText;
import java.lang.reflect.RecordComponent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Adds the keys of plugins' systems to the JSON Schemas that Assay comes with, beside those of its own. */
final class PluginSchema {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JsonNode definitions;
    private boolean added;

    private PluginSchema(JsonNode schema) {
        definitions = schema.path("$defs");
    }

    /** Returns the schema as indented JSON with a line end; the same text where there are no plugins. */
    static String extended(String shipped) {
        JsonNode schema = JSON.readTree(shipped);
        PluginSchema plugins = new PluginSchema(schema);
        MessagingSystem.installed().forEach(kind -> plugins.add(kind, schema));
        return plugins.added
                ? JSON.writerWithDefaultPrettyPrinter()
                                .writeValueAsString(schema)
                                .replace("\r\n", "\n") + "\n"
                : shipped;
    }

    /** Adds a system wherever the schema lets files name one; the schema of studies does so in several places. */
    private void add(MessagingSystem kind, JsonNode node) {
        if (node.path("systems").path("properties") instanceof ObjectNode systems
                && node.path("settings").path("properties") instanceof ObjectNode settings
                && !systems.has(kind.name())) {
            ObjectNode orNull = systems.putObject(kind.name());
            orNull.putArray("anyOf").add(keys(kind.keys())).addObject().put("type", "null");
            settings.set(kind.name(), settings.iterator().next().deepCopy());
            added = true;
        }
        node.forEach(below -> add(kind, below));
    }

    private ObjectNode keys(Class<?> record) {
        ObjectNode node = JSON.createObjectNode().put("type", "object");
        ObjectNode properties = node.putObject("properties");
        for (RecordComponent component : record.getRecordComponents()) {
            if (component.getType() == Servers.class) {
                properties.setAll((ObjectNode) keys(Servers.class).path("properties"));
                continue;
            }
            Key key = component.getAnnotation(Key.class);
            ObjectNode value = value(component.getType()).put("description", key.value());
            if (!key.fallback().equals(Key.REQUIRED)) {
                value.put("default", key.fallback());
            }
            properties.set(KeyName.of(component), value);
        }
        return node.put("additionalProperties", false);
    }

    /** Refers to the schema's definition of a type, or lists the words of an enum; a value of any other type may be anything. */
    private ObjectNode value(Class<?> type) {
        ObjectNode node = JSON.createObjectNode();
        if (type.getClassLoader() == Key.class.getClassLoader() || type.getClassLoader() == null) {
            return definitions.has(type.getSimpleName()) ? node.put("$ref", "#/$defs/" + type.getSimpleName()) : node;
        }
        if (type.isEnum()) {
            ObjectNode word = JSON.createObjectNode().put("type", "string");
            ScalarText.names(type).forEach(word.putArray("enum")::add);
            node.putArray("anyOf").add(word).addObject().put("type", "array").set("items", word.deepCopy());
        }
        return node;
    }
}
