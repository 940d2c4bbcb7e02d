package dev.assay.omb;

import dev.assay.model.spec.KeyPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

public final class ImportText {
    private static final int MOST_KEYS = 3;

    private ImportText() {}

    /** Returns all keys, file by file, and how many had which fate. */
    public static String of(ImportResult result) {
        Map<String, List<ImportedKey>> byFile = new LinkedHashMap<>();
        result.keys()
                .forEach(key -> byFile.computeIfAbsent(key.source().file(), any -> new ArrayList<>())
                        .add(key));
        StringBuilder out = new StringBuilder();
        byFile.values()
                .forEach(keys -> keys.stream()
                        .sorted(Comparator.comparingInt(ImportText::place))
                        .forEach(key -> out.append(line(key)).append('\n')));
        out.append("%d mapped, %d differ, %d refused, %d assumed%n"
                .formatted(
                        result.count(KeyFate.MAPPED),
                        result.count(KeyFate.DIFFERS),
                        result.count(KeyFate.REFUSED),
                        result.count(KeyFate.ASSUMED)));
        return out.toString();
    }

    /** Returns the line of a key; keys without one come last. */
    private static int place(ImportedKey key) {
        return key.source().line() > 0 ? key.source().line() : Integer.MAX_VALUE;
    }

    /** Returns one key: its place, name, value, what stands for it and a note. */
    static String line(ImportedKey key) {
        ForeignKey source = key.source();
        String target = key.keys().isEmpty() ? "" : " -> " + target(key.keys());
        String name = source.name().isEmpty() ? "" : " " + source.shown();
        String note = key.note().isEmpty()
                ? ""
                : (name.isEmpty() && target.isEmpty() ? " " : " (")
                        + ForeignKey.oneLine(key.note())
                        + (name.isEmpty() && target.isEmpty() ? "" : ")");
        return source.place() + ": " + key.fate().word() + name + target + note;
    }

    private static String target(List<KeyPath> keys) {
        String shown = keys.stream().limit(MOST_KEYS).map(KeyPath::toString).collect(Collectors.joining(", "));
        return ForeignKey.oneLine(shown) + (keys.size() > MOST_KEYS ? ", ..." : "");
    }

    /** Lists the obstacles to a scenario. */
    public static String obstacles(ImportResult result) {
        return result.obstacles().stream()
                .map(key -> "  " + key.source().place() + ": "
                        + (key.source().name().isEmpty() ? "" : key.source().shown() + ": ")
                        + ForeignKey.oneLine(key.note()))
                .collect(Collectors.joining("\n"));
    }
}
