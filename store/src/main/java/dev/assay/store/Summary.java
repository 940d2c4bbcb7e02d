package dev.assay.store;

import dev.assay.host.file.RecordJson;
import dev.assay.model.display.SpreadsheetCell;
import dev.assay.model.display.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds the run's values for spreadsheets and scripts, the same rows in two files: the JSON also has what is known of the trials, the CSV is also part of a card.
 *
 * @param version of the fields
 * @param trials what is known of each
 * @param rows by column; unknown values are null
 */
public record Summary(
        String run,
        int version,
        List<String> columns,
        List<Map<String, @Nullable Object>> trials,
        List<Map<String, @Nullable Object>> rows) {
    /** Returns {@code summary.json}: trials and rows as objects, each in a line of its own. */
    byte[] json() {
        return "{\"format\":%d,\"summary_version\":%d,\"run\":%s,\"trials\":[%s],\"rows\":[%s]}\n"
                .formatted(RunDirectory.FORMAT, version, RecordJson.line(run), lines(trials), lines(rows))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String lines(List<Map<String, @Nullable Object>> objects) {
        return objects.isEmpty()
                ? ""
                : objects.stream().map(RecordJson::line).collect(Collectors.joining(",\n", "\n", "\n"));
    }

    /** Returns {@code summary.csv}, with fields quoted after RFC 4180 where needed; unknown values are empty. */
    public byte[] csv() {
        StringBuilder text = new StringBuilder(String.join(",", columns)).append('\n');
        for (Map<String, @Nullable Object> row : rows) {
            text.append(columns.stream().map(column -> field(row.get(column))).collect(Collectors.joining(",")))
                    .append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads the lines of a text that {@link #csv} wrote, each with its fields by the names of their columns.
     *
     * @param of makes something of a line, which holds until the next
     * @param max lines; nobody has measured more
     * @throws IllegalArgumentException when it has other columns, more lines, or one that {@code of} refuses
     */
    public static <T> List<T> read(String csv, List<String> columns, int max, Function<Map<String, String>, T> of) {
        List<T> lines = new ArrayList<>();
        List<String> fields = new ArrayList<>();
        Map<String, String> line = new HashMap<>();
        int at = 0;
        for (int number = 1; at < csv.length(); number++) {
            fields.clear();
            at = fields(csv, at, columns.size(), fields);
            if (number == 1 ? !fields.equals(columns) : fields.size() != columns.size()) {
                throw new IllegalArgumentException("line %d: expected %s, but found %d fields"
                        .formatted(number, String.join(",", columns), fields.size()));
            }
            if (number > max) {
                throw new IllegalArgumentException("it has more than " + max + " lines");
            }
            if (number > 1) {
                for (int i = 0; i < columns.size(); i++) {
                    line.put(columns.get(i), SpreadsheetCell.read(fields.get(i)));
                }
                try {
                    lines.add(of.apply(line));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException("line %d: %s".formatted(number, e.getMessage()), e);
                }
            }
        }
        return lines;
    }

    /** Reads the fields of a line up to one more than there may be, and returns where the next begins. */
    private static int fields(String csv, int from, int max, List<String> fields) {
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        int at = from;
        while (at < csv.length() && fields.size() <= max) {
            char c = csv.charAt(at++);
            if (c == '"' && quoted && at < csv.length() && csv.charAt(at) == '"') {
                field.append(csv.charAt(at++));
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ',' || c == '\n')) {
                fields.add(field.toString());
                field.setLength(0);
                if (c == '\n') {
                    return at;
                }
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return at;
    }

    private static String field(@Nullable Object value) {
        String text = switch (value) {
            case null -> "";
            case Double number -> SeriesFile.field(number);
            case Number number -> number.toString();
            default -> SpreadsheetCell.of(VisibleText.of(value.toString()));
        };
        return text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + text.replace("\"", "\"\"") + '"'
                : text;
    }
}
