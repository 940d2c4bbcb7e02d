package dev.assay.model.spec;

import dev.assay.model.durability.DurabilityLevel;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names a scenario's keys beside each other for people: each by its last parts, as few as tell it from the others, where a vendor's name of
 * a setting is one part with all of its dots.
 *
 * @param names by the whole key, such as {@code linger.ms} for {@code settings.SYSTEM.producer.linger.ms}
 */
public record KeyNames(Map<String, String> names) {
    private static final String SETTINGS = "settings";
    private static final String DURABILITY = "durability";

    /** The vendor's name is the fourth part, behind {@code settings}, the system and the group. */
    private static final int PARTS_OF_SETTING = 4;

    public KeyNames {
        names = Map.copyOf(names);
    }

    /** Names keys that are read together; the same key may be among them several times. */
    public static KeyNames of(Collection<String> keys) {
        Map<String, KeyPath> paths = new HashMap<>();
        keys.forEach(key -> paths.put(key, path(key)));
        Map<String, String> names = new HashMap<>();
        paths.forEach((key, path) -> {
            int parts = 1;
            while (parts < path.segments().size() && shared(paths, key, parts)) {
                parts++;
            }
            names.put(key, path.tail(parts));
        });
        return new KeyNames(names);
    }

    /** Returns the name of a key that is read alone. */
    public static String alone(String key) {
        return path(key).tail(1);
    }

    /** Returns the value of a key for people: a level of durability with its words, any other value unchanged. */
    public static String value(String key, String value) {
        return key.equals(DURABILITY) ? DurabilityLevel.named(value) : value;
    }

    private static boolean shared(Map<String, KeyPath> paths, String key, int parts) {
        String tail = path(key).tail(parts);
        return paths.entrySet().stream()
                .anyMatch(other -> !other.getKey().equals(key)
                        && other.getValue().tail(parts).equals(tail));
    }

    private static KeyPath path(String key) {
        int limit = key.startsWith(SETTINGS + ".") ? PARTS_OF_SETTING : 0;
        return new KeyPath(List.of(key.split("\\.", limit)));
    }

    /** Returns the name of that key; of one that is not among them, the name that it has alone. */
    public String name(String key) {
        return names.getOrDefault(key, alone(key));
    }
}
