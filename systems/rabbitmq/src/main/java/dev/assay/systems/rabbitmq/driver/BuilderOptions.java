package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.stream.compression.Compression;
import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.unit.DurationText;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sets options of the clients' builders: methods that take one plain value, known by their own names. */
final class BuilderOptions {
    private static final Set<Class<?>> PLAIN = Set.of(
            int.class, Integer.class, long.class, boolean.class, String.class, Duration.class, Compression.class);

    private BuilderOptions() {}

    static Set<String> names(Class<?> builder) {
        return options(builder).map(Method::getName).collect(Collectors.toSet());
    }

    /**
     * Sets the settings that the builder knows.
     *
     * @throws DriverException when an option or the builder refuses a value
     */
    static void apply(Class<?> type, Object builder, SettingGroup group, Map<String, Setting> settings)
            throws DriverException {
        for (Method option : options(type).toList()) {
            Setting setting = settings.get(option.getName());
            if (setting != null) {
                String path = group.path("rabbitmq") + "." + option.getName();
                Object value = parsed(path, option.getParameterTypes()[0], setting.value());
                try {
                    option.invoke(builder, value);
                } catch (InvocationTargetException e) {
                    throw new DriverException(
                            "the RabbitMQ client rejects " + path + ": "
                                    + e.getTargetException().getMessage(),
                            e.getTargetException());
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException("cannot call " + option, e);
                }
            }
        }
    }

    private static Stream<Method> options(Class<?> builder) {
        return Arrays.stream(builder.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers())
                        && method.getDeclaringClass() != Object.class
                        && method.getParameterCount() == 1
                        && PLAIN.contains(method.getParameterTypes()[0]));
    }

    private static Object parsed(String path, Class<?> type, String text) throws DriverException {
        String value = text.strip();
        try {
            if (type == int.class || type == Integer.class) {
                return Integer.parseInt(value);
            }
            if (type == long.class) {
                return Long.parseLong(value);
            }
            if (type == boolean.class) {
                return truth(value);
            }
            if (type == Duration.class) {
                return DurationText.parse(value);
            }
            return type == Compression.class ? Compression.valueOf(value.toUpperCase(Locale.ROOT)) : value;
        } catch (IllegalArgumentException e) {
            throw new DriverException(path + " must be " + kind(type) + ", but is '" + value + "'", e);
        }
    }

    private static boolean truth(String value) {
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("neither true nor false");
        }
        return value.equals("true");
    }

    private static String kind(Class<?> type) {
        if (type == boolean.class) {
            return "true or false";
        }
        if (type == Duration.class) {
            return "a duration with its unit like 30 s";
        }
        return type == Compression.class ? "one of " + Arrays.toString(Compression.values()) : "a whole number";
    }
}
