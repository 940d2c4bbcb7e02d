package dev.assay.cli.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Validates documents against a JSON Schema, as far as Assay's schemas use that language. */
public record SchemaReader(JsonNode schema) {
    private static final List<String> KNOWN = List.of(
            "$schema",
            "$defs",
            "$ref",
            "title",
            "description",
            "default",
            "anyOf",
            "type",
            "enum",
            "pattern",
            "minimum",
            "maximum",
            "properties",
            "additionalProperties",
            "required",
            "minProperties",
            "items",
            "minItems",
            "uniqueItems");

    /** Returns the violations in a document of maps, lists and values. */
    public List<String> problems(Object document) {
        List<String> problems = new ArrayList<>();
        check(schema, document, "", problems);
        return problems;
    }

    private void check(JsonNode rules, Object value, String place, List<String> problems) {
        if (rules.isBoolean()) {
            report(rules.booleanValue(), place + " is not allowed", problems);
            return;
        }
        rules.propertyNames().forEach(name -> report(KNOWN.contains(name), "unknown rule " + name, problems));
        if (rules.has("$ref")) {
            check(schema.at(rules.path("$ref").stringValue().substring(1)), value, place, problems);
        }
        if (rules.has("anyOf")) {
            boolean any = rules.path("anyOf").valueStream().anyMatch(one -> {
                List<String> found = new ArrayList<>();
                check(one, value, place, found);
                return found.isEmpty();
            });
            report(any, place + " fits none: " + value, problems);
        }
        if (rules.has("type")) {
            JsonNode type = rules.path("type");
            boolean fits = type.isArray()
                    ? type.valueStream().anyMatch(one -> isOf(one.stringValue(), value))
                    : isOf(type.stringValue(), value);
            report(fits, place + " is no " + type + ": " + value, problems);
        }
        switch (value) {
            case Map<?, ?> map -> map(rules, map, place, problems);
            case List<?> list -> list(rules, list, place, problems);
            case String text -> text(rules, text, place, problems);
            case Number number -> {
                double found = number.doubleValue();
                report(found >= rules.path("minimum").asDouble(-Double.MAX_VALUE), place + " is too small", problems);
                report(found <= rules.path("maximum").asDouble(Double.MAX_VALUE), place + " is too large", problems);
            }
            default -> {}
        }
    }

    private static boolean isOf(String type, Object value) {
        return switch (type) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "string" -> value instanceof String;
            case "integer" -> value instanceof Integer || value instanceof Long;
            case "number" -> value instanceof Number;
            case "boolean" -> value instanceof Boolean;
            case "null" -> value == Nothing.NULL;
            default -> throw new IllegalArgumentException("unknown type " + type);
        };
    }

    enum Nothing {
        NULL
    }

    private void map(JsonNode rules, Map<?, ?> map, String place, List<String> problems) {
        report(map.size() >= rules.path("minProperties").asInt(0), place + " is empty", problems);
        rules.path("required")
                .forEach(name -> report(map.containsKey(name.stringValue()), place + " lacks " + name, problems));
        map.forEach((key, below) -> {
            String name = key.toString();
            JsonNode rule = rules.path("properties").has(name)
                    ? rules.path("properties").path(name)
                    : rules.path("additionalProperties");
            if (!rule.isMissingNode()) {
                check(rule, below, place + "." + name, problems);
            }
        });
    }

    private void list(JsonNode rules, List<?> list, String place, List<String> problems) {
        report(list.size() >= rules.path("minItems").asInt(0), place + " is too short", problems);
        if (rules.path("uniqueItems").asBoolean(false)) {
            report(list.stream().distinct().count() == list.size(), place + " repeats itself", problems);
        }
        if (rules.has("items")) {
            list.forEach(item -> check(rules.path("items"), item, place + "[]", problems));
        }
    }

    private static void text(JsonNode rules, String text, String place, List<String> problems) {
        if (rules.has("pattern")) {
            Pattern pattern = Pattern.compile(rules.path("pattern").stringValue());
            report(pattern.matcher(text).find(), place + " does not match: " + text, problems);
        }
        if (rules.has("enum")) {
            boolean any = rules.path("enum")
                    .valueStream()
                    .anyMatch(one -> one.stringValue().equals(text));
            report(any, place + " is none of the names: " + text, problems);
        }
    }

    private static void report(boolean fits, String otherwise, List<String> problems) {
        if (!fits) {
            problems.add(otherwise);
        }
    }
}
