package dev.assay.model.metric;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tells one series of a metric from another: values by label name, such as {@code node = broker-1}. An empty value
 * is the same as none.
 */
public record Labels(SortedMap<String, String> values) {
    public static final String HOST = "host";

    public static final String NODE = "node";

    public static final String WORKER = "worker";

    /** Labels a part of something that takes time, such as the wait for a free thread within a request. */
    public static final String PART = "part";

    /** Labels a consumer group, which is one or more subscriptions of the same kind. */
    public static final String GROUP = "group";

    public static final String SUBSCRIPTION = "subscription";

    /** Labels what a machine's processes waited for: cpu, io or memory. */
    public static final String RESOURCE = "resource";

    /** Labels who waited: some processes, or all that had work to do ({@code full}). */
    public static final String STALL = "stall";

    public static final Labels NONE = new Labels(Collections.emptySortedMap());

    public Labels {
        TreeMap<String, String> sorted = new TreeMap<>(values);
        sorted.values().removeIf(String::isEmpty);
        sorted.forEach(Labels::check);
        values = Collections.unmodifiableSortedMap(sorted);
    }

    private static void check(String name, String value) {
        if (value.isBlank() || value.chars().anyMatch(c -> c == ',' || c == '"' || c < ' ')) {
            throw new IllegalArgumentException(
                    "label " + name + " needs a value without comma, quote or line end, but has '" + value + "'");
        }
    }

    public static Labels of(String name, String value) {
        return new Labels(new TreeMap<>(Map.of(name, value)));
    }

    /** Returns these labels and one more, which replaces one of the same name. */
    public Labels with(String name, String value) {
        TreeMap<String, String> more = new TreeMap<>(values);
        more.put(name, value);
        return new Labels(more);
    }

    /** Returns the value of that label; empty where it has none. */
    public String get(String name) {
        return values.getOrDefault(name, "");
    }

    public boolean has(String name, String value) {
        return get(name).equals(value);
    }
}
