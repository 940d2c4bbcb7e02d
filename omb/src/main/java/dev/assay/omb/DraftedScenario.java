package dev.assay.omb;

import dev.assay.model.spec.KeyPath;
import dev.assay.scenario.Problem;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.SecretReference;
import dev.assay.scenario.YamlWriter;
import dev.assay.scenario.YamlWriter.Line;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts drafts together to the text of a scenario and has it read: settings that a scenario can't have are taken back, and anything
 * else that it can't have is an obstacle.
 */
final class DraftedScenario {
    private static final List<String> ORDER =
            List.of("name", "systems", "durability", "workload", "timing", "phases", "events", "settings", "variants");
    private static final int MOST_ROUNDS = 200;

    /** Stands for a file of bodies, which is not read here; the scenario is run where it is. */
    private static final String ANY_BODY = "body\n";

    private final List<Part> parts;

    /** @param below {@link KeyPath#TOP}, or a variant */
    record Part(KeyPath below, ImportDraft draft) {}

    DraftedScenario(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * Writes the scenario.
     *
     * @param heading lines of a comment at the top
     */
    ImportResult write(List<String> heading) {
        for (int round = 0; round < MOST_ROUNDS && obstacles().isEmpty(); round++) {
            List<Line> lines = YamlWriter.lines(values());
            String text = text(heading, lines);
            List<Problem> problems = problems(text);
            if (problems.isEmpty()) {
                return new ImportResult(text, keys(), List.of(), secrets());
            }
            problems.forEach(problem -> settle(problem, heading.size(), lines));
        }
        return new ImportResult(null, keys(), obstacles(), Map.of());
    }

    private static List<Problem> problems(String text) {
        try {
            ScenarioFile.read("the scenario made of it", text, List.of(), Set.of(), List.of(), path -> ANY_BODY);
            return List.of();
        } catch (ScenarioException e) {
            return e.problems().list();
        }
    }

    /** Drops a vendor's setting that has a problem; any other problem is an obstacle, as it would make another scenario. */
    private void settle(Problem problem, int linesBefore, List<Line> lines) {
        int index = problem.line() - 1 - linesBefore;
        KeyPath key = index >= 0 && index < lines.size() ? lines.get(index).key() : KeyPath.TOP;
        String why = problem.what() + "; " + problem.advice().replace('\n', ' ');
        for (Part part : parts) {
            KeyPath partKey = below(key, part.below());
            if (partKey != null && isSetting(partKey) && part.draft().value(partKey) != null) {
                part.draft().takeBack(partKey, why);
                return;
            }
        }
        for (Part part : parts) {
            KeyPath partKey = below(key, part.below());
            if (partKey != null && part.draft().keys().stream().anyMatch(imported -> leadsTo(imported, partKey))) {
                part.draft().obstructAt(partKey, why);
                return;
            }
        }
        parts.getFirst()
                .draft()
                .obstruct(ForeignKey.unsaid(parts.getFirst().draft().file()), why);
    }

    private static boolean isSetting(KeyPath key) {
        return key.segments().size() > 3 && key.segments().getFirst().equals("settings");
    }

    private static boolean leadsTo(ImportedKey imported, KeyPath key) {
        return !key.segments().isEmpty()
                && imported.keys().stream().anyMatch(path -> path.leadsTo(key) || key.leadsTo(path));
    }

    /** Returns the rest of a key's path below {@code parent}; null where it is not below. */
    private static @Nullable KeyPath below(KeyPath key, KeyPath parent) {
        int depth = parent.segments().size();
        return parent.leadsTo(key)
                ? new KeyPath(key.segments().subList(depth, key.segments().size()))
                : null;
    }

    private List<ImportedKey> keys() {
        return parts.stream().flatMap(part -> part.draft().keys().stream()).toList();
    }

    private List<ImportedKey> obstacles() {
        return parts.stream().flatMap(part -> part.draft().obstacles().stream()).toList();
    }

    /** Returns all keys, those with a common beginning next to one another. */
    private Map<KeyPath, Object> values() {
        Map<String, Object> top = new LinkedHashMap<>();
        for (Part part : parts) {
            part.draft().values().entrySet().stream()
                    .sorted(Comparator.comparingInt(entry -> place(entry.getKey())))
                    .forEach(entry -> put(top, part.below().to(entry.getKey()).segments(), entry.getValue()));
        }
        secrets().forEach((key, file) -> put(top, key.segments(), new SecretReference(true, file)));
        Map<KeyPath, Object> flat = new LinkedHashMap<>();
        top.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> ORDER.indexOf(entry.getKey())))
                .forEach(entry -> flatten(KeyPath.TOP.to(entry.getKey()), entry.getValue(), flat));
        return flat;
    }

    /** Returns the files that stand in the place of secrets. */
    private Map<KeyPath, String> secrets() {
        Map<KeyPath, String> secrets = new LinkedHashMap<>();
        for (Part part : parts) {
            for (KeyPath secret : part.draft().secrets()) {
                String below = String.join(
                        ".", secret.segments().subList(1, secret.segments().size()));
                // A variant has a name of its own for what others of the system have as well.
                List<String> variant = part.below().segments();
                secrets.put(
                        part.below().to(secret),
                        (variant.isEmpty() ? below : variant.getLast() + "." + below) + ".secret");
            }
        }
        return secrets;
    }

    private static int place(KeyPath key) {
        return ORDER.indexOf(key.segments().getFirst());
    }

    @SuppressWarnings("unchecked") // All maps in it were made here.
    private static void put(Map<String, Object> tree, List<String> segments, Object value) {
        if (segments.size() > 1) {
            Object below = tree.computeIfAbsent(segments.getFirst(), any -> new LinkedHashMap<String, Object>());
            put((Map<String, Object>) below, segments.subList(1, segments.size()), value);
        } else if (value instanceof Map<?, ?>) {
            tree.computeIfAbsent(segments.getFirst(), any -> new LinkedHashMap<String, Object>());
        } else {
            tree.put(segments.getFirst(), value);
        }
    }

    private static void flatten(KeyPath key, Object value, Map<KeyPath, Object> flat) {
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            map.forEach((name, below) -> flatten(key.to(name.toString()), below, flat));
        } else {
            flat.put(key, value);
        }
    }

    private String text(List<String> heading, List<Line> lines) {
        StringBuilder out = new StringBuilder();
        heading.forEach(line -> out.append(line).append('\n'));
        for (Line line : lines) {
            out.append(line.text());
            String from = source(line.key());
            out.append(from.isEmpty() ? "" : "  # " + from).append('\n');
        }
        List<ImportedKey> unsaid = keys().stream()
                .filter(key -> key.fate() == KeyFate.REFUSED
                        || key.fate() == KeyFate.DIFFERS
                        || (key.fate() == KeyFate.ASSUMED && key.keys().isEmpty()))
                .toList();
        if (!unsaid.isEmpty()) {
            out.append("#\n# What is not the same as there:\n");
            unsaid.forEach(key -> out.append("# ").append(ImportText.line(key)).append('\n'));
        }
        return out.toString();
    }

    /** Returns what a key was made from, as a comment. */
    private String source(KeyPath key) {
        for (Part part : parts) {
            KeyPath partKey = below(key, part.below());
            for (ImportedKey imported : part.draft().keys()) {
                if (partKey != null && imported.keys().contains(partKey)) {
                    ForeignKey from = imported.source();
                    return from.name().isEmpty() ? "assumed" : from.shown();
                }
            }
        }
        return "";
    }
}
