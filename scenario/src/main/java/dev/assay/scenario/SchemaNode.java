package dev.assay.scenario;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.spec.FaultChoices;
import dev.assay.model.spec.FolderPaths;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeyName;
import dev.assay.model.spec.KeysOf;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.spec.Notes;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Scenario;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.WordOrKeys;
import dev.assay.scenario.claim.Statement.Operand;
import dev.assay.scenario.fleet.WatchedServers;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes which YAML is allowed at a place of a file, derived from the records that it is read into and their {@link Key}s. */
sealed interface SchemaNode {
    SchemaNode FILE = of(Scenario.class);

    /** Takes one value, or a list of values that makes a dimension. */
    record One(Class<?> type) implements SchemaNode {
        /** Tells whether a list counts as one value instead of making a dimension. */
        boolean takesList() {
            return type == FaultChoices.class
                    || type == ResultStatistics.class
                    || type == FolderPaths.class
                    || type == Operand.class;
        }

        /** Returns the records of keys that may replace a word; most types have none. */
        List<Class<?>> forms() {
            return Arrays.stream(type.getDeclaredClasses())
                    .filter(WordOrKeys.Keys.class::isAssignableFrom)
                    .sorted(Comparator.comparing(Class::getName))
                    .toList();
        }

        /** Returns the keys of such a record; null where any key is allowed. */
        static @Nullable Keys keys(Class<?> form) {
            return form.getRecordComponents()[0].getType() == Map.class ? null : SchemaNode.keys(form);
        }

        /** Returns its keys with values left out, as an example for people; empty where it takes none. */
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
     * Holds the keys of a record, in the record's order.
     *
     * @param fields includes the fields of {@code shared}
     * @param shared the record that is the last component and whose keys are written beside the others; null for most records
     */
    record Keys(
            Constructor<?> constructor,
            Map<String, Field> fields,
            @Nullable Keys shared) implements SchemaNode {
        @Nullable
        Field field(String name) {
            return fields.get(name);
        }

        /** Returns the key whose value may be written in place of all keys; null for most records. */
        @Nullable
        Field alone() {
            return fields.values().stream()
                    .filter(field -> field.key().alone())
                    .findFirst()
                    .orElse(null);
        }

        /** Returns the names of keys that are allowed and not read, since they are notes for people. */
        List<String> notes() {
            Notes notes = constructor.getDeclaringClass().getAnnotation(Notes.class);
            return notes == null ? List.of() : List.of(notes.value());
        }

        /** Returns the kind of file that has these keys at its top, in lower case. */
        String title() {
            return constructor
                    .getDeclaringClass()
                    .getSimpleName()
                    .replace("Keys", "")
                    .toLowerCase(Locale.ROOT);
        }
    }

    /** Takes one optional entry for each kind of system. */
    record BySystem(Map<String, SchemaNode> kinds) implements SchemaNode {}

    /** Takes entries with any names, all of one shape. */
    record Named(SchemaNode each) implements SchemaNode {}

    /**
     * Takes one value of a shape, or a list of them.
     *
     * @param set whether duplicates are dropped
     */
    record Many(SchemaNode each, boolean set) implements SchemaNode {
        /** Names the key that may hold the inner list where a list of records is nested in a list. */
        static final String ANY = "any";

        boolean groups() {
            return each instanceof Many inner && inner.each() instanceof Keys;
        }

        Collection<Object> of(List<Object> values) {
            return set ? new LinkedHashSet<>(values) : values;
        }
    }

    /** Takes the keys of another kind of file unread. */
    record Raw() implements SchemaNode {}

    /** Takes any keys, each with one text or a list that makes a dimension; used for settings by the vendor's names. */
    record Free() implements SchemaNode {}

    record Field(String name, RecordComponent component, Key key, SchemaNode node) {
        boolean required() {
            return node instanceof One && !optional() && key.fallback().equals(Key.REQUIRED);
        }

        boolean optional() {
            return component.getType() == Optional.class;
        }

        /** Returns the value of a key that is left out; null for records and maps, which are bound as empty ones. */
        @Nullable
        Object absent() {
            if (optional()) {
                return Optional.empty();
            }
            return switch (node) {
                case One one -> ScalarText.parse(one.type(), key.fallback());
                case Many many
                when many.each() instanceof One one && !key.fallback().equals(Key.REQUIRED) ->
                    many.of(List.of(ScalarText.parse(one.type(), key.fallback())));
                case Many many -> many.of(List.of());
                default -> null;
            };
        }

        String help() {
            boolean named = node instanceof One
                    && !optional()
                    && !required()
                    && !key.fallback().isEmpty();
            return key.value() + (named ? " Default: " + key.fallback() + "." : "");
        }
    }

    static SchemaNode of(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] of = generic.getActualTypeArguments();
            if (generic.getRawType() == Map.class) {
                return map(of[1]);
            }
            return generic.getRawType() == Optional.class
                    ? of(of[0])
                    : new Many(of(of[0]), generic.getRawType() == Set.class);
        }
        Class<?> plain = (Class<?>) type;
        if (plain == Tree.Mapping.class) {
            return new Raw();
        }
        return plain.isRecord() && !ScalarText.reads(plain) ? keys(written(plain)) : new One(plain);
    }

    /** Returns the record whose components are the keys of {@code type} in a file, mostly the type itself. */
    private static Class<?> written(Class<?> type) {
        return Arrays.stream(type.getDeclaredClasses())
                .filter(KeysOf.class::isAssignableFrom)
                .findFirst()
                .orElse(type);
    }

    private static SchemaNode map(Type value) {
        if (value == String.class) {
            return new Free();
        }
        return value == SystemSpec.class || value == VendorSettings.class ? bySystem(value) : new Named(of(value));
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
            if (component.getType() == Servers.class || component.getType() == WatchedServers.class) {
                shared = keys(component.getType());
                fields.putAll(shared.fields());
            } else {
                Field field = field(component);
                fields.put(field.name(), field);
            }
        }
        return new Keys(constructor(type), fields, shared);
    }

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

    /** Returns the names that are allowed below this shape; empty both where any name is allowed and where none is. */
    default List<String> names() {
        return switch (this) {
            case Keys keys ->
                Stream.concat(keys.fields().keySet().stream(), keys.notes().stream())
                        .filter(name -> !name.equals(Key.ENTRY) && !name.equals(Key.OTHERS))
                        .toList();
            case BySystem systems -> List.copyOf(systems.kinds().keySet());
            case One _, Named _, Free _, Many _, Raw _ -> List.of();
        };
    }

    /** Returns the shape below a name; null where the name is not allowed. */
    default @Nullable SchemaNode find(String name) {
        return switch (this) {
            case Keys keys -> {
                Field field = keys.field(name);
                SchemaNode note = keys.notes().contains(name) ? new Raw() : null;
                yield field == null ? note : field.node();
            }
            case BySystem systems -> systems.kinds().get(name);
            case Named named -> named.each();
            case Free _ -> new One(String.class);
            case One _, Many _, Raw _ -> null;
        };
    }

    /**
     * Returns the shape below a name.
     *
     * @throws IllegalArgumentException when the name is not allowed below this shape
     */
    default SchemaNode below(String name) {
        SchemaNode below = find(name);
        if (below == null) {
            throw new IllegalArgumentException("name must be one of " + names() + ", but is " + name);
        }
        return below;
    }
}
