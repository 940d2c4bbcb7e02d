package dev.assay.scenario;

import dev.assay.model.spec.KeyPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes keys and values as block YAML that {@link YamlText} reads back unchanged. */
public final class YamlWriter {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/][A-Za-z0-9./+=_-]*( [A-Za-z0-9./+=_-]+)*");
    private static final Set<String> NULLS = Set.of("null", "Null", "NULL");

    private YamlWriter() {}

    /** @param key the key that the line sets or opens */
    public record Line(KeyPath key, String text) {}

    /**
     * Returns a document. Each value is a text, a list of texts, a {@link SecretReference} or an empty map; keys with a common
     * beginning must follow one another.
     */
    static String write(Map<KeyPath, ?> values) {
        return lines(values).stream().map(line -> line.text() + "\n").collect(Collectors.joining());
    }

    public static List<Line> lines(Map<KeyPath, ?> values) {
        List<Line> lines = new ArrayList<>();
        List<String> open = List.of();
        for (Map.Entry<KeyPath, ?> value : values.entrySet()) {
            List<String> segments = value.getKey().segments();
            List<String> parents = segments.subList(0, segments.size() - 1);
            for (int depth = common(open, parents); depth < parents.size(); depth++) {
                lines.add(new Line(new KeyPath(segments.subList(0, depth + 1)), key(depth, parents.get(depth))));
            }
            lines.add(new Line(value.getKey(), key(parents.size(), segments.getLast()) + " " + text(value.getValue())));
            open = parents;
        }
        return lines;
    }

    private static String text(Object value) {
        return switch (value) {
            case List<?> list ->
                list.stream().map(item -> scalar(item.toString())).collect(Collectors.joining(", ", "[", "]"));
            case Map<?, ?> _ -> "{}";
            case SecretReference secret -> secret.toString();
            default -> scalar(value.toString());
        };
    }

    private static String key(int depth, String key) {
        return "  ".repeat(depth) + scalar(key) + ":";
    }

    private static int common(List<String> left, List<String> right) {
        int count = 0;
        while (count < left.size() && count < right.size() && left.get(count).equals(right.get(count))) {
            count++;
        }
        return count;
    }

    private static String scalar(String text) {
        return PLAIN.matcher(text).matches() && !NULLS.contains(text) ? text : quoted(text);
    }

    /** Returns the text as a double-quoted value on one line, with everything beyond printable ASCII escaped. */
    public static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().forEach(point -> {
            if (point == '"' || point == '\\') {
                out.append('\\').appendCodePoint(point);
            } else if (point >= ' ' && point < 0x7F) {
                out.appendCodePoint(point);
            } else {
                out.append("\\U%08x".formatted(point));
            }
        });
        return out.append('"').toString();
    }
}
