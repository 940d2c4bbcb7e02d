package dev.assay.systems.pulsar.driver;

import dev.assay.driver.client.Masking;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the client's configuration objects as names and values. Their fields are the names that {@code loadConf} takes. */
final class ConfigurationFields {
    private ConfigurationFields() {}

    static Set<String> names(Class<?> configuration) {
        return fields(configuration).map(Field::getName).collect(Collectors.toSet());
    }

    /** Returns the effective settings, with secrets hidden. */
    static Map<String, String> values(Object configuration) {
        TreeMap<String, String> values = new TreeMap<>();
        fields(configuration.getClass()).forEach(field -> values.put(field.getName(), value(field, configuration)));
        return values;
    }

    private static Stream<Field> fields(Class<?> configuration) {
        return Arrays.stream(configuration.getDeclaredFields())
                .filter(field ->
                        !Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers()));
    }

    private static String value(Field field, Object configuration) {
        try {
            field.setAccessible(true);
            Object value = field.get(configuration);
            String text = Masking.shown(field.getName(), Objects.toString(value, ""));
            // An object without a text of its own is identified by its class.
            return text.matches(".*@[0-9a-f]{4,}")
                    ? Objects.requireNonNull(value).getClass().getName()
                    : text;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot read " + field, e);
        }
    }
}
