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
sealed interface Shape {
    /** One value, or a list of values that makes a dimension. */
    record One(Class<?> type) implements Shape {
        /** Whether a list is one value, too, and no dimension. */
        boolean takesList() {
            return type == FaultChoices.class;
        }
    }

    /** The keys of a record, in the record's order. */
    record Keys(Constructor<?> constructor, Map<String, Slot> slots) implements Shape {
        Optional<Slot> slot(String name) {
            return Optional.ofNullable(slots.get(name));
        }
    }

    /** One optional entry for each kind of system. */
    record BySystem(Map<String, Shape> kinds) implements Shape {}

    /** Any keys, each with one text or a list that makes a dimension: a vendor's own names. */
    record Free() implements Shape {}

    /** A key of a record. */
    record Slot(String name, RecordComponent component, Key key, Shape shape) {
        boolean required() {
            return shape instanceof One && key.fallback().equals(Key.REQUIRED);
        }

        /** What the key means and what it is when it is absent. */
        String help() {
            boolean optional =
                    shape instanceof One && !required() && !key.fallback().isEmpty();
            return key.value() + (optional ? " Default: " + key.fallback() + "." : "");
        }
    }

    /** The shape of a Java type. */
    static Shape of(Type type) {
        if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
            Type value = map.getActualTypeArguments()[1];
            return value == String.class ? new Free() : bySystem(value);
        }
        Class<?> plain = (Class<?>) type;
        boolean nested =
                plain.isRecord() && plain != Rate.class && plain != ByteSize.class && plain != FaultChoices.class;
        return nested ? keys(plain) : new One(plain);
    }

    private static Shape bySystem(Type value) {
        Map<String, Shape> kinds = new LinkedHashMap<>();
        SystemKind.ALL.forEach(kind -> kinds.put(kind.name(), of(value == SystemSpec.class ? kind.spec() : value)));
        return new BySystem(kinds);
    }

    private static Keys keys(Class<?> type) {
        Map<String, Slot> slots = new LinkedHashMap<>();
        Arrays.stream(type.getRecordComponents()).map(Shape::slot).forEach(slot -> slots.put(slot.name(), slot));
        return new Keys(constructor(type), slots);
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

    private static Slot slot(RecordComponent component) {
        Key key = component.getAnnotation(Key.class);
        if (key == null) {
            throw new IllegalStateException("record component without @Key: " + component);
        }
        return new Slot(KeyName.of(component), component, key, of(component.getGenericType()));
    }

    /** The names that may follow below this shape; none where any may. */
    default List<String> names() {
        return switch (this) {
            case Keys keys -> List.copyOf(keys.slots().keySet());
            case BySystem systems -> List.copyOf(systems.kinds().keySet());
            case One _, Free _ -> List.of();
        };
    }

    /** The shape below a name of {@link #names()}. */
    default Shape below(String name) {
        Optional<Shape> shape = switch (this) {
            case Keys keys -> keys.slot(name).map(Slot::shape);
            case BySystem systems -> Optional.ofNullable(systems.kinds().get(name));
            case One _, Free _ -> Optional.empty();
        };
        return shape.orElseThrow(
                () -> new IllegalArgumentException("name must be one of " + names() + ", but is " + name));
    }
}
