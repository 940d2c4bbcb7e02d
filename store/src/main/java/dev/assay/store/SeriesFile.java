package dev.assay.store;

import dev.assay.model.display.SpreadsheetCell;
import dev.assay.model.metric.Sample;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes {@code series.csv} in long form: a header, then one line a value, with a column for each label. An unknown
 * value has no line, and a label that a series lacks is an empty field.
 */
final class SeriesFile implements AutoCloseable {
    /** Names the first column: seconds from the start of the load. */
    static final String TIME = "time_s";

    /** Names the columns before those of the labels. */
    static final List<String> BEFORE_LABELS = List.of(TIME, "metric", "unit");

    static final String VALUE = "value";

    private static final double EXACT_WHOLE = 1L << 53;

    private final List<String> labels;
    private final AppendedFile file;

    SeriesFile(Path path, List<String> labels) {
        this.labels = List.copyOf(labels);
        List<String> header = new ArrayList<>(BEFORE_LABELS);
        header.addAll(labels);
        header.add(VALUE);
        file = new AppendedFile(path);
        append(String.join(",", header) + "\n");
    }

    /**
     * Appends the values of one second.
     *
     * @throws IllegalArgumentException when a sample has a label that the file has no column for
     */
    void append(double seconds, List<Sample> samples) {
        String time = field(seconds);
        StringBuilder lines = new StringBuilder();
        samples.forEach(sample -> line(lines.append(time), sample));
        append(lines.toString());
    }

    private void line(StringBuilder line, Sample sample) {
        if (!labels.containsAll(sample.labels().values().keySet())) {
            throw new IllegalArgumentException("the series has columns for the labels " + labels + ", but "
                    + sample.metric().name() + " came with " + sample.labels().values());
        }
        line.append(',').append(sample.metric().name());
        line.append(',').append(sample.metric().unit().symbol());
        labels.forEach(label ->
                line.append(',').append(SpreadsheetCell.of(sample.labels().get(label))));
        line.append(',').append(field(sample.value())).append('\n');
    }

    private void append(String lines) {
        file.append(lines.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the shortest text that reads back as the same value, without exponent for the sake of spreadsheets. */
    static String field(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        if (Double.isInfinite(value)) {
            return Double.toString(value);
        }
        return value == Math.rint(value) && Math.abs(value) < EXACT_WHOLE
                ? Long.toString((long) value)
                : BigDecimal.valueOf(value).toPlainString();
    }

    void sync() {
        file.sync();
    }

    @Override
    public void close() {
        file.close();
    }
}
