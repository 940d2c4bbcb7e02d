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
 * The run's values for spreadsheets and scripts, the same lines in two files.
 *
 * @param version of the columns
 * @param lines by column; what is not known is null
 */
record Summary(String run, int version, List<String> columns, List<Map<String, @Nullable Object>> lines) {
    /** {@code summary.json}: lines as objects, each in a line of its own. */
    byte[] json() {
        String rows = lines.stream().map(RecordJson::line).collect(Collectors.joining(",\n"));
        String text = "{\"format\":%d,\"summary_version\":%d,\"run\":%s,\"rows\":[%s]}\n"
                .formatted(
                        RunDirectory.FORMAT, version, RecordJson.line(run), rows.isEmpty() ? "" : "\n" + rows + "\n");
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** {@code summary.csv}, with fields quoted after RFC 4180 where needed; what is not known is empty. */
    byte[] csv() {
        StringBuilder text = new StringBuilder(String.join(",", columns)).append('\n');
        for (Map<String, @Nullable Object> line : lines) {
            text.append(columns.stream().map(column -> field(line.get(column))).collect(Collectors.joining(",")))
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
