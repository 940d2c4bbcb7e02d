package dev.assay.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Shrinks a study that comes with Assay: all its tests, cells, claims, tables and charts are kept, but loads last seconds on the in-memory
 * system. Cells that differ only in their system, its settings or the size of their load become one trial, so that few are left.
 */
final class SmallStudy {
    private static final String PHASES = "phases";

    private SmallStudy() {}

    static String of(String name) throws IOException {
        String text = Files.readString(Path.of("..", "studies", name + ".yaml"));
        Map<String, Object> study = mapping(new Load(LoadSettings.builder().build()).loadFromString(text));
        Map<String, Object> scenario = scenario(mapping(study.getOrDefault("scenario", Map.of())));
        scenario.putAll(Map.of(
                "systems",
                Map.of("memory", Map.of()),
                "durability",
                "level-4",
                "repeat",
                1,
                "timing",
                Map.of("drain", "5 s")));
        study.put("scenario", scenario);
        study.replaceAll((key, value) -> key.equals("tests") ? each(value, SmallStudy::test) : value);
        return new Dump(DumpSettings.builder().build()).dumpToString(study);
    }

    private static Map<String, Object> test(Map<String, Object> test) {
        Map<String, Object> small = new LinkedHashMap<>(test);
        Map<String, Object> scenario = scenario(mapping(test.getOrDefault("scenario", Map.of())));
        small.put("scenario", scenario);
        small.put("variants", each(test.getOrDefault("variants", Map.of()), SmallStudy::scenario));
        small.put(
                "cells", each(test.getOrDefault("cells", Map.of()), cell -> cell(cell, scenario.containsKey(PHASES))));
        return small;
    }

    private static Map<String, Object> cell(Map<String, Object> cell, boolean testHasPhases) {
        Map<String, Object> small = scenario(cell);
        small.put("system", "memory");
        small.computeIfPresent("variants", (_, variants) -> each(variants, SmallStudy::scenario));
        if (!testHasPhases) {
            small.putIfAbsent(PHASES, Map.of("measure", Map.of("for", "1 s")));
        }
        return small;
    }

    private static Map<String, Object> scenario(Map<String, Object> scenario) {
        Map<String, Object> small = new LinkedHashMap<>(scenario);
        small.keySet().removeAll(Set.of("systems", "settings", "durability", "page-cache", "timing"));
        small.computeIfPresent("workload", (_, workload) -> workload(mapping(workload)));
        small.computeIfPresent(PHASES, (_, phases) -> each(phases, SmallStudy::phase));
        return small;
    }

    /** Keeps the groups, since phases name them. */
    private static Map<String, Object> workload(Map<String, Object> workload) {
        Map<String, Object> small = new LinkedHashMap<>(workload);
        small.replace("rate", "400/s");
        small.replace("partitions", 2);
        small.replace("producers", 1);
        small.replace("message", Map.of("size", "100 B"));
        return small;
    }

    private static Map<String, Object> phase(Map<String, Object> phase) {
        Map<String, Object> small = new LinkedHashMap<>(phase);
        small.remove("page-cache");
        small.replace("for", "1 s");
        small.replace("at-most", "10 s");
        small.replace("until", Map.of("sent", "512 GiB"), Map.of("sent", "40 KB"));
        return small;
    }

    private interface Change {
        Map<String, Object> of(Map<String, Object> tree);
    }

    private static Map<String, Object> each(Object trees, Change change) {
        Map<String, Object> changed = new LinkedHashMap<>();
        mapping(trees).forEach((key, tree) -> changed.put(key, change.of(mapping(tree))));
        return changed;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> mapping(Object tree) {
        return (Map<String, Object>) tree;
    }
}
