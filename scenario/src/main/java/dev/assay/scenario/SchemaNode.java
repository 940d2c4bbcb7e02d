package dev.assay.scenario;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.spec.FaultChoices;
import dev.assay.model.spec.FolderPaths;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeyName;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Scenario;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.WordOrKeys;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What may stand at a place of a scenario file, derived from the scenario's records and their {@link Key}s. */
sealed interface SchemaNode {
    /** What a whole file may hold. */
    SchemaNode FILE = of(Scenario.class);

    /** One value, or a list of values that makes a dimension. */
    record One(Class<?> type) implements SchemaNode {
        /** Whether a list is one value, too, and no dimension. */
        boolean takesList() {
            return type == FaultChoices.class || type == ResultStatistics.class || type == FolderPaths.class;
        }

        /** The records of keys that may stand in the place of a word; most values have none. */
        List<Class<?>> forms() {
            return Arrays.stream(type.getDeclaredClasses())
                    .filter(WordOrKeys.Keys.class::isAssignableFrom)
                    .sorted(Comparator.comparing(Class::getName))
                    .toList();
        }

        /** The keys of such a record; nothing where it takes any. */
        static @Nullable Keys keys(Class<?> form) {
            return form.getRecordComponents()[0].getType() == Map.class ? null : SchemaNode.keys(form);
        }

        /** How its keys look, with values left out; empty where it takes none. */
        String example() {
            if (type == LoadProfile.class) {
                return SearchKeys.EXAMPLE;
            }
            return forms().stream()
                    .map(One::keys)
                    .filter(Objects::nonNull)
                    .map(keys -> "{ " + String.join(": ..., ", keys.fields().keySet()) + ": ... }")
                    .collect(Collectors.joining(" or "));
        }
    }

    /**
     * The keys of a record, in the record's order.
     *
     * @param fields those of {@code shared} included
     * @param shared the record that is the last component, whose keys stand beside the others; nothing in most records
     */
    record Keys(
            Constructor<?> constructor,
            Map<String, Field> fields,
            @Nullable Keys shared) implements SchemaNode {
        @Nullable
        Field field(String name) {
            return fields.get(name);
        }
    }

    /** One optional entry for each kind of system. */
    record BySystem(Map<String, SchemaNode> kinds) implements SchemaNode {}

    /** Any names, each with the keys of a record. */
    record Named(Keys each) implements SchemaNode {}

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
            if (value == String.class) {
                return new Free();
            }
            return value == SystemSpec.class || value == VendorSettings.class
                    ? bySystem(value)
                    : new Named(keys((Class<?>) value));
        }
        Class<?> plain = (Class<?>) type;
        return plain.isRecord() && !ScalarText.reads(plain) ? keys(plain) : new One(plain);
    }

    private static SchemaNode bySystem(Type value) {
        Map<String, SchemaNode> kinds = new LinkedHashMap<>();
        MessagingSystem.installed()
                .forEach(kind -> kinds.put(kind.name(), of(value == SystemSpec.class ? kind.keys() : value)));
        return new BySystem(kinds);
    }

    private static Keys keys(Class<?> type) {
        Map<String, Field> fields = new LinkedHashMap<>();
        Keys shared = null;
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getType() == Servers.class) {
                shared = keys(Servers.class);
                fields.putAll(shared.fields());
            } else {
                Field field = field(component);
                fields.put(field.name(), field);
            }
        }
        return new Keys(constructor(type), fields, shared);
    }

    /** The canonical one of a record. */
    static Constructor<?> constructor(Class<?> type) {
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

    /** The names that may follow below this shape; none where any may or none can. */
    default List<String> names() {
        return switch (this) {
            case Keys keys -> List.copyOf(keys.fields().keySet());
            case BySystem systems -> List.copyOf(systems.kinds().keySet());
            case One _, Named _, Free _ -> List.of();
        };
    }

    /** The shape below a name; nothing when it is none of {@link #names()} where those are all. */
    default @Nullable SchemaNode find(String name) {
        return switch (this) {
            case Keys keys -> {
                Field field = keys.field(name);
                yield field == null ? null : field.node();
            }
            case BySystem systems -> systems.kinds().get(name);
            case Named named -> named.each();
            case Free _ -> new One(String.class);
            case One _ -> null;
        };
    }

    /** The shape below a name that there is. */
    default SchemaNode below(String name) {
        SchemaNode below = find(name);
        if (below == null) {
            throw new IllegalArgumentException("name must be one of " + names() + ", but is " + name);
        }
        return below;
    }
}
