package dev.assay.store;

import dev.assay.core.result.Series;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** {@code series.csv}: a header, then one line a second; what is not known is an empty field. */
final class SeriesFile implements AutoCloseable {
    private static final double EXACT_WHOLE = 1L << 53;

    private final Path path;
    private AppendedFile file;
    private List<String> columns;

    SeriesFile(Path path, List<String> columns) {
        this.path = path;
        this.columns = new Series(columns, List.of()).columns();
        columns.forEach(SeriesFile::check);
        file = new AppendedFile(path);
        appendLine(String.join(",", columns));
    }

    private static void check(String column) {
        if (column.isBlank() || column.chars().anyMatch(c -> c == ',' || c == '"' || c < ' ')) {
            throw new IllegalArgumentException(
                    "a column of a series needs a name without comma, quote or line end, but one is '" + column + "'");
        }
    }

    /**
     * Adds columns on the right, which the rows so far know nothing of. The file is replaced as a whole by renaming, so
     * that whenever the process ends a reader finds the narrow one or the wide one; it happens seldom and to short files.
     */
    void widen(List<String> added) {
        added.forEach(SeriesFile::check);
        List<String> wide = new ArrayList<>(columns);
        wide.addAll(added);
        if (Set.copyOf(wide).size() < wide.size()) {
            throw new IllegalArgumentException("the series has one of the columns " + added + " already");
        }
        String unknown = ",".repeat(added.size());
        StringBuilder content = new StringBuilder(String.join(",", wide)).append('\n');
        lines(path).stream()
                .skip(1)
                .forEach(line -> content.append(line).append(unknown).append('\n'));
        AtomicFile.write(path, content.toString().getBytes(StandardCharsets.UTF_8));
        file.close();
        file = AppendedFile.goOn(path);
        columns = List.copyOf(wide);
    }

    void append(double[] row) {
        if (row.length != columns.size()) {
            throw new IllegalArgumentException(
                    "the row has " + row.length + " figures for " + columns.size() + " columns");
        }
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            line.append(i == 0 ? "" : ",").append(field(row[i]));
        }
        appendLine(line.toString());
    }

    private void appendLine(String line) {
        file.append((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The shortest text that reads back as the same figure, without exponent for the sake of spreadsheets. */
    static String field(double figure) {
        if (Double.isNaN(figure)) {
            return "";
        }
        if (Double.isInfinite(figure)) {
            return Double.toString(figure);
        }
        return figure == Math.rint(figure) && Math.abs(figure) < EXACT_WHOLE
                ? Long.toString((long) figure)
                : BigDecimal.valueOf(figure).toPlainString();
    }

    void sync() {
        file.sync();
    }

    @Override
    public void close() {
        file.close();
    }

    /** All whole rows; without any when the file was never begun. */
    static Series read(Path path) {
        List<String> lines = lines(path);
        if (lines.isEmpty()) {
            return new Series(List.of(Series.TIME), List.of());
        }
        List<String> columns = List.of(lines.getFirst().split(",", -1));
        if (!columns.getFirst().equals(Series.TIME)) {
            throw StoreException.damaged(path, "line 1 must start with time_s");
        }
        List<double[]> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            rows.add(row(path, i + 1, lines.get(i).split(",", -1), columns.size()));
        }
        return new Series(columns, rows);
    }

    private static List<String> lines(Path path) {
        return new String(AppendedFile.wholeLines(path), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private static double[] row(Path path, int lineNumber, String[] fields, int expected) {
        if (fields.length != expected) {
            throw StoreException.damaged(
                    path, "line %d has %d fields for %d columns".formatted(lineNumber, fields.length, expected));
        }
        double[] row = new double[expected];
        for (int i = 0; i < expected; i++) {
            try {
                row[i] = fields[i].isEmpty() ? Double.NaN : Double.parseDouble(fields[i]);
            } catch (NumberFormatException e) {
                throw StoreException.damaged(
                        path, "line %d has '%s' where a number should be".formatted(lineNumber, fields[i]));
            }
        }
        return row;
    }
}
