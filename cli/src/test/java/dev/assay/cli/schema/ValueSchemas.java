package dev.assay.cli.schema;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.spec.FaultChoice;
import dev.assay.model.spec.FaultChoices;
import dev.assay.model.spec.FolderPaths;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeyName;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSize;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.PhaseRate;
import dev.assay.model.spec.RateSearch;
import dev.assay.model.spec.Repeat;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Warmup;
import dev.assay.model.unit.Bandwidth;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import dev.assay.model.unit.Rate;
import dev.assay.model.unit.Share;
import dev.assay.scenario.ScalarText;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The schemas of single values. */
final class ValueSchemas {
    private static final Map<Class<?>, String> QUANTITIES = Map.ofEntries(
            Map.entry(Rate.class, Rate.PATTERN),
            Map.entry(LoadProfile.class, LoadProfile.PATTERN),
            Map.entry(PhaseRate.class, PhaseRate.PATTERN),
            Map.entry(FaultChoice.class, FaultChoice.PATTERN),
            Map.entry(MessageSize.class, MessageSize.PATTERN),
            Map.entry(PayloadFill.class, PayloadFill.PATTERN),
            Map.entry(MessageKeying.class, MessageKeying.PATTERN),
            Map.entry(InFlight.class, InFlight.PATTERN),
            Map.entry(Repeat.class, Repeat.PATTERN),
            Map.entry(Warmup.class, Warmup.PATTERN),
            Map.entry(ByteSize.class, ByteSize.PATTERN),
            Map.entry(Bandwidth.class, Bandwidth.PATTERN),
            Map.entry(Share.class, Share.PATTERN),
            Map.entry(Duration.class, DurationText.PATTERN));

    /** Those that may be a bare 0. */
    private static final Set<Class<?>> ZERO_WITHOUT_UNIT = Set.of(ByteSize.class, Duration.class, Warmup.class);

    private final JsonMapper json;

    ValueSchemas(JsonMapper json) {
        this.json = json;
    }

    /** Whether the type is written as a single value. */
    boolean knows(Class<?> type) {
        return type.isEnum() || type.isPrimitive() || type == String.class || QUANTITIES.containsKey(type);
    }

    /** Whether a list is one value of the type, and no dimension. */
    static boolean takesList(Class<?> type) {
        return type == FaultChoices.class || type == ResultStatistics.class || type == FolderPaths.class;
    }

    /** One value of the type. */
    ObjectNode one(Class<?> type) {
        ObjectNode node = json.createObjectNode();
        if (type.isEnum()) {
            ArrayNode names = node.put("type", "string").putArray("enum");
            ScalarText.names(type).forEach(names::add);
        } else if (takesList(type)) {
            ArrayNode either = node.putArray("anyOf");
            either.addObject().put("type", "string");
            either.addObject().put("type", "array").putObject("items").put("type", "string");
        } else if (QUANTITIES.containsKey(type)) {
            quantity(node, QUANTITIES.getOrDefault(type, ""), type);
        } else if (type == int.class || type == long.class) {
            node.putArray("type").add("integer").add("string");
            node.put("pattern", ScalarText.WHOLE_PATTERN);
        } else if (type == String.class) {
            // Any scalar: the reader takes its text, so that version: 4.3 needs no quotes.
            node.putArray("type").add("string").add("number").add("boolean");
        } else {
            node.put("type", type == boolean.class ? "boolean" : "number");
        }
        return node;
    }

    /** A quantity with its unit, or a bare 0 where the unit's type allows it. */
    private static void quantity(ObjectNode node, String pattern, Class<?> type) {
        if (type == Repeat.class || type == InFlight.class) {
            node.putArray("type").add("integer").add("string");
        } else if (!ZERO_WITHOUT_UNIT.contains(type)) {
            node.put("type", "string");
        } else {
            node.putArray("type").add("string").add("integer");
            node.put("minimum", 0).put("maximum", 0);
        }
        node.put("pattern", pattern);
    }

    /** One value, or a list that makes a dimension. */
    ObjectNode oneOrList(Class<?> type) {
        ObjectNode node = json.createObjectNode();
        ArrayNode either = node.putArray("anyOf");
        either.add(one(type));
        keys(type).ifPresent(either::add);
        ObjectNode list = either.addObject().put("type", "array");
        list.set("items", one(type));
        list.put("minItems", 1).put("uniqueItems", true);
        return node;
    }

    /** One value of the type, or the keys that say the same. */
    ObjectNode single(Class<?> type) {
        Optional<ObjectNode> keys = keys(type);
        if (keys.isEmpty()) {
            return one(type);
        }
        ObjectNode node = json.createObjectNode();
        node.putArray("anyOf").add(one(type)).add(keys.get());
        return node;
    }

    /** The keys that say the same as the text of a value. */
    private Optional<ObjectNode> keys(Class<?> type) {
        ObjectNode node = json.createObjectNode().put("type", "object");
        ObjectNode keys = node.putObject("properties");
        if (type == MessageKeying.class) {
            keys.set("kind", one(MessageKeying.Kind.class));
            keys.set("count", one(int.class));
            keys.set("skew", one(double.class));
        } else if (type == Warmup.class) {
            keys.set("at-least", one(Duration.class));
            keys.set("at-most", one(Duration.class));
            node.putArray("required").add("at-least").add("at-most");
        } else if (type == Repeat.class) {
            keys.set("at-least", one(int.class));
            keys.set("at-most", one(int.class));
            keys.set("until", one(String.class));
            keys.set("of", one(String.class));
            node.putArray("required").add("at-least").add("at-most").add("until");
        } else if (type == LoadProfile.class) {
            keys.set("search", search());
            node.putArray("required").add("search");
        } else if (type == PayloadFill.class) {
            keys.set("random", one(double.class));
            keys.set("pool", one(int.class));
            keys.set("file", one(String.class));
        } else if (type == MessageSize.class) {
            keys.set("p50", one(ByteSize.class));
            keys.set("p99", one(ByteSize.class));
            node.set("additionalProperties", one(int.class));
            return Optional.of(node);
        } else {
            return Optional.empty();
        }
        return Optional.of(node.put("additionalProperties", false));
    }

    /** The keys of a search in place of a rate. */
    private ObjectNode search() {
        ObjectNode node = json.createObjectNode().put("type", "object");
        ObjectNode properties = node.putObject("properties");
        for (RecordComponent component : RateSearch.class.getRecordComponents()) {
            Key key = component.getAnnotation(Key.class);
            Class<?> type = component.getType();
            ObjectNode value = type == Map.class ? free(one(String.class)) : one(type);
            value.put("description", key.value());
            if (type != Map.class) {
                value.put("default", key.fallback());
            }
            properties.set(KeyName.of(component), value);
        }
        return node.put("additionalProperties", false);
    }

    /** Any keys, each with a value of the given schema. */
    ObjectNode free(ObjectNode valueSchema) {
        ObjectNode node = json.createObjectNode().put("type", "object");
        node.set("additionalProperties", valueSchema);
        return node;
    }
}
