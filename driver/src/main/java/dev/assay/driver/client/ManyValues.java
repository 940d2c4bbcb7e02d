package dev.assay.driver.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Gathers the same settings of several clients, topics or brokers: one value where all agree, the values where not. */
public final class ManyValues {
    private static final int SHOWN = 10;

    private final Map<String, List<String>> distinct = new TreeMap<>();

    public void add(Map<String, String> settings) {
        settings.forEach((name, value) -> {
            List<String> values = distinct.computeIfAbsent(name, key -> new ArrayList<>());
            if (!values.contains(value)) {
                values.add(value);
            }
        });
    }

    public Map<String, String> text() {
        TreeMap<String, String> text = new TreeMap<>();
        distinct.forEach((name, values) -> text.put(name, join(values)));
        return text;
    }

    private static String join(List<String> values) {
        String joined = String.join(" | ", values.subList(0, Math.min(SHOWN, values.size())));
        return values.size() > SHOWN ? joined + " | … (" + values.size() + " values)" : joined;
    }
}
