package dev.assay.cli.schema;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.spec.EnoughBlocks;
import dev.assay.model.spec.FailCondition;
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
import dev.assay.model.spec.WordOrKeys;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import dev.assay.model.unit.Fraction;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.ScalarText;
import dev.assay.scenario.claim.Statement.Operand;
import dev.assay.scenario.fleet.PodQuantity;
import dev.assay.scenario.fleet.PortRange;
import dev.assay.scenario.fleet.SshDestination;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

final class ValueSchemas {
    private static final Map<Class<?>, String> QUANTITIES = Map.ofEntries(
            Map.entry(Rate.class, Rate.PATTERN),
            Map.entry(LatencyStatistic.class, "^" + LatencyStatistic.PATTERN + "$"),
            Map.entry(LoadProfile.class, LoadProfile.PATTERN),
            Map.entry(FailCondition.class, FailCondition.PATTERN),
            Map.entry(PhaseRate.class, PhaseRate.PATTERN),
            Map.entry(FaultChoice.class, FaultChoice.PATTERN),
            Map.entry(MessageSize.class, MessageSize.PATTERN),
            Map.entry(PayloadFill.class, PayloadFill.PATTERN),
            Map.entry(MessageKeying.class, MessageKeying.PATTERN),
            Map.entry(InFlight.class, InFlight.PATTERN),
            Map.entry(Repeat.class, Repeat.PATTERN),
            Map.entry(Warmup.class, Warmup.PATTERN),
            Map.entry(ByteSize.class, ByteSize.PATTERN),
            Map.entry(Fraction.class, Fraction.PATTERN),
            Map.entry(EnoughBlocks.class, EnoughBlocks.PATTERN),
            Map.entry(PortRange.class, "^" + PortRange.PATTERN + "$"),
            Map.entry(PodQuantity.class, "^" + PodQuantity.PATTERN + "$"),
            Map.entry(SshDestination.class, "^" + SshDestination.PATTERN + "$"),
            Map.entry(Duration.class, DurationText.PATTERN));

    /** Lists the types whose values may be a bare 0. */
    private static final Set<Class<?>> ZERO_WITHOUT_UNIT = Set.of(ByteSize.class, Duration.class, Warmup.class);

    private final JsonMapper json;

    ValueSchemas(JsonMapper json) {
        this.json = json;
    }

    /** Tells whether the type is written as a single value. */
    boolean knows(Class<?> type) {
        return type.isEnum()
                || type.isPrimitive()
                || type == String.class
                || type == Operand.class
                || QUANTITIES.containsKey(type);
    }

    /** Tells whether a list is one value of the type, and no dimension. */
    static boolean takesList(Class<?> type) {
        return type == FaultChoices.class
                || type == ResultStatistics.class
                || type == FolderPaths.class
                || type == Operand.class;
    }

    ObjectNode one(Class<?> type) {
        ObjectNode node = json.createObjectNode();
        if (type.isEnum()) {
            ArrayNode names = node.put("type", "string").putArray("enum");
            ScalarText.names(type).forEach(names::add);
        } else if (takesList(type)) {
            ArrayNode either = node.putArray("anyOf");
            either.addObject().put("type", "string").put("pattern", "^[^,]*$");
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

    /** Adds the pattern of a quantity with its unit, or a bare 0 where the type allows it. */
    private static void quantity(ObjectNode node, String pattern, Class<?> type) {
        if (type == Repeat.class || type == InFlight.class || type == PortRange.class) {
            node.putArray("type").add("integer").add("string");
        } else if (type == PodQuantity.class) {
            node.putArray("type").add("number").add("string");
        } else if (!ZERO_WITHOUT_UNIT.contains(type)) {
            node.put("type", "string");
        } else {
            node.putArray("type").add("string").add("integer");
            node.put("minimum", 0).put("maximum", 0);
        }
        node.put("pattern", pattern);
    }

    /** Returns the schema of one value, or of a list whose values all apply. */
    ObjectNode oneOrMany(Class<?> type) {
        ObjectNode node = json.createObjectNode();
        ArrayNode either = node.putArray("anyOf");
        either.add(one(type));
        either.addObject().put("type", "array").set("items", one(type));
        return node;
    }

    /** Returns the schema of one value, or of a list that makes a dimension. */
    ObjectNode oneOrList(Class<?> type) {
        ObjectNode node = json.createObjectNode();
        ArrayNode either = node.putArray("anyOf");
        either.add(one(type));
        keys(type).ifPresent(either::add);
        if (type == String.class) {
            for (String secret : List.of("secret-file", "secret-env")) {
                ObjectNode named = either.addObject().put("type", "object");
                named.putObject("properties").set(secret, one(type));
                named.putArray("required").add(secret);
                named.put("additionalProperties", false);
            }
        }
        ObjectNode list = either.addObject().put("type", "array");
        list.set("items", single(type));
        list.put("minItems", 1).put("uniqueItems", true);
        return node;
    }

    /** Returns the schema of one value of the type, or of the keys with the same meaning. */
    ObjectNode single(Class<?> type) {
        Optional<ObjectNode> keys = keys(type);
        if (keys.isEmpty()) {
            return one(type);
        }
        ObjectNode node = json.createObjectNode();
        node.putArray("anyOf").add(one(type)).add(keys.get());
        return node;
    }

    /** Returns the schema of the keys that may replace a word. */
    private Optional<ObjectNode> keys(Class<?> type) {
        if (type == LoadProfile.class) {
            ObjectNode node = json.createObjectNode().put("type", "object");
            node.putObject("properties").set("search", keysOf(RateSearch.class));
            node.putArray("required").add("search");
            return Optional.of(node.put("additionalProperties", false));
        }
        List<Class<?>> forms = Arrays.stream(type.getDeclaredClasses())
                .filter(WordOrKeys.Keys.class::isAssignableFrom)
                .sorted(Comparator.comparing(Class::getName))
                .toList();
        if (forms.isEmpty()) {
            return Optional.empty();
        }
        if (forms.size() == 1) {
            return Optional.of(keysOf(forms.getFirst()));
        }
        ObjectNode node = json.createObjectNode();
        ArrayNode either = node.putArray("anyOf");
        forms.forEach(form -> either.add(keysOf(form)));
        return Optional.of(node);
    }

    /** Returns the schema of a record's keys; a record with a map may have any keys with whole numbers. */
    private ObjectNode keysOf(Class<?> record) {
        RecordComponent[] components = record.getRecordComponents();
        if (components[0].getType() == Map.class) {
            return free(one(int.class));
        }
        ObjectNode node = json.createObjectNode().put("type", "object");
        ObjectNode properties = node.putObject("properties");
        List<String> required = new ArrayList<>();
        for (RecordComponent component : components) {
            Key key = component.getAnnotation(Key.class);
            Class<?> type = component.getType();
            ObjectNode value = type == Map.class ? free(one(String.class)) : one(type);
            value.put("description", key.value());
            if (type != Map.class && !key.fallback().equals(Key.REQUIRED)) {
                value.put("default", key.fallback());
            } else if (type != Map.class) {
                required.add(KeyName.of(component));
            }
            properties.set(KeyName.of(component), value);
        }
        if (!required.isEmpty()) {
            ArrayNode names = node.putArray("required");
            required.forEach(names::add);
        }
        return node.put("additionalProperties", false);
    }

    /** Returns the schema of arbitrary keys, each with a value of the given schema. */
    ObjectNode free(ObjectNode valueSchema) {
        ObjectNode node = json.createObjectNode().put("type", "object");
        node.set("additionalProperties", valueSchema);
        return node;
    }
}
