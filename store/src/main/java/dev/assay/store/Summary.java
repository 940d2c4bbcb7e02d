package dev.assay.store;

import dev.assay.host.file.RecordJson;
import dev.assay.model.display.SpreadsheetCell;
import dev.assay.model.display.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The run's values for spreadsheets and scripts, the same rows in two files, of which one has what is known of the trials as well.
 *
 * @param version of what it has
 * @param trials what is known of each
 * @param rows by column; what is not known is null
 */
record Summary(
        String run,
        int version,
        List<String> columns,
        List<Map<String, @Nullable Object>> trials,
        List<Map<String, @Nullable Object>> rows) {
    /** {@code summary.json}: trials and rows as objects, each in a line of its own. */
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

    /** {@code summary.csv}, with fields quoted after RFC 4180 where needed; what is not known is empty. */
    byte[] csv() {
        StringBuilder text = new StringBuilder(String.join(",", columns)).append('\n');
        for (Map<String, @Nullable Object> row : rows) {
            text.append(columns.stream().map(column -> field(row.get(column))).collect(Collectors.joining(",")))
                    .append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
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
