package dev.assay.omb;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds a driver file of the OpenMessaging Benchmark.
 *
 * @param file its name
 * @param driverClass the class that the benchmark would load
 * @param keys all keys by the way to them, such as {@code client.persistence.ackQuorum}; a block of text is one key
 * @param lists those of the keys on top whose value is a list
 */
record ForeignDriver(String file, String driverClass, Map<String, ForeignKey> keys, Set<String> lists) {
    public ForeignDriver {
        keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
        lists = Set.copyOf(lists);
    }

    public @Nullable ForeignKey find(String name) {
        return keys.get(name);
    }

    /** Returns the text of a key; {@code otherwise} where the file lacks it, or it is empty. */
    public String text(String name, String otherwise) {
        ForeignKey key = keys.get(name);
        return key == null || key.value().isBlank() ? otherwise : key.value().strip();
    }

    /** Returns the truth value of a key; {@code otherwise} where the file lacks it, or it is none. */
    public boolean truth(String name, boolean otherwise) {
        ForeignKey key = keys.get(name);
        return key == null ? otherwise : key.read().truth().orElse(otherwise);
    }

    /** Returns the whole number of a key; {@code otherwise} where the file lacks it, or it is none. */
    public long whole(String name, long otherwise) {
        ForeignKey key = keys.get(name);
        return key == null ? otherwise : key.read().whole().orElse(otherwise);
    }

    /** Returns the driver class without its package. */
    public String simpleClass() {
        return driverClass.substring(driverClass.lastIndexOf('.') + 1);
    }

    /** Refuses all keys that no reader knows; the benchmark itself ignores them. */
    public void refuseOthers(Set<String> known, ImportDraft draft) {
        Set<String> unknown = new LinkedHashSet<>(keys.keySet());
        unknown.removeAll(known);
        unknown.removeAll(List.of("name"));
        unknown.forEach(name -> draft.refuse(
                keys.getOrDefault(name, ForeignKey.unsaid(file)),
                "no key of this driver that Assay knows; the benchmark passes over keys that it does not know"));
    }
}
