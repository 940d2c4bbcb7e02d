package dev.assay.core.scenario.text;

import dev.assay.core.scenario.FaultChoices;
import dev.assay.core.scenario.Key;
import dev.assay.core.scenario.KeyName;
import dev.assay.core.scenario.SystemKind;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.core.unit.ByteSize;
import dev.assay.core.unit.Rate;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What may stand at a place of a scenario file, derived from the scenario's records and their {@link Key}s. */
sealed interface SchemaNode {
    /** One value, or a list of values that makes a dimension. */
    record One(Class<?> type) implements SchemaNode {
        /** Whether a list is one value, too, and no dimension. */
        boolean takesList() {
            return type == FaultChoices.class;
        }
    }

    /** The keys of a record, in the record's order. */
    record Keys(Constructor<?> constructor, Map<String, Field> fields) implements SchemaNode {
        Optional<Field> field(String name) {
            return Optional.ofNullable(fields.get(name));
        }
    }

    /** One optional entry for each kind of system. */
    record BySystem(Map<String, SchemaNode> kinds) implements SchemaNode {}

    /** Any keys, each with one text or a list that makes a dimension: a vendor's own names. */
    record Free() implements SchemaNode {}

    /** A key of a record. */
    record Field(String name, RecordComponent component, Key key, SchemaNode node) {
        boolean required() {
            return node instanceof One && key.fallback().equals(Key.REQUIRED);
        }

        /** What the key means and what it is when it is absent. */
        String help() {
            boolean optional =
                    node instanceof One && !required() && !key.fallback().isEmpty();
            return key.value() + (optional ? " Default: " + key.fallback() + "." : "");
        }
    }

    /** The shape of a Java type. */
    static SchemaNode of(Type type) {
        if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
            Type value = map.getActualTypeArguments()[1];
            return value == String.class ? new Free() : bySystem(value);
        }
        Class<?> plain = (Class<?>) type;
        boolean nested =
                plain.isRecord() && plain != Rate.class && plain != ByteSize.class && plain != FaultChoices.class;
        return nested ? keys(plain) : new One(plain);
    }

    private static SchemaNode bySystem(Type value) {
        Map<String, SchemaNode> kinds = new LinkedHashMap<>();
        SystemKind.installed()
                .forEach(kind -> kinds.put(kind.name(), of(value == SystemSpec.class ? kind.keys() : value)));
        return new BySystem(kinds);
    }

    private static Keys keys(Class<?> type) {
        Map<String, Field> fields = new LinkedHashMap<>();
        Arrays.stream(type.getRecordComponents())
                .map(SchemaNode::field)
                .forEach(field -> fields.put(field.name(), field));
        return new Keys(constructor(type), fields);
    }

    private static Constructor<?> constructor(Class<?> type) {
        try {
            return type.getDeclaredConstructor(Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record without its canonical constructor: " + type, e);
        }
    }

    private static Field field(RecordComponent component) {
        Key key = component.getAnnotation(Key.class);
        if (key == null) {
            throw new IllegalStateException("record component without @Key: " + component);
        }
        return new Field(KeyName.of(component), component, key, of(component.getGenericType()));
    }

    /** The names that may follow below this shape; none where any may. */
    default List<String> names() {
        return switch (this) {
            case Keys keys -> List.copyOf(keys.fields().keySet());
            case BySystem systems -> List.copyOf(systems.kinds().keySet());
            case One _, Free _ -> List.of();
        };
    }

    /** The shape below a name of {@link #names()}. */
    default SchemaNode below(String name) {
        Optional<SchemaNode> node = switch (this) {
            case Keys keys -> keys.field(name).map(Field::node);
            case BySystem systems -> Optional.ofNullable(systems.kinds().get(name));
            case One _, Free _ -> Optional.empty();
        };
        return node.orElseThrow(
                () -> new IllegalArgumentException("name must be one of " + names() + ", but is " + name));
    }
}
