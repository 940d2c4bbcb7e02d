package dev.assay.store;

import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metric;
import dev.assay.core.metric.MetricUnit;
import dev.assay.core.metric.Metrics;
import dev.assay.core.result.Series;
import dev.assay.core.result.Series.Builder.Column;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a {@code series.csv}, in the form of today or in that of format 1. */
final class SeriesReader implements Consumer<String> {
    private static final int LABELS_FROM = SeriesFile.BEFORE_LABELS.size();

    private final Path path;
    private final List<String> workers;
    private final Series.Builder series = new Series.Builder();
    private @Nullable Consumer<String> rows;
    private int line;

    SeriesReader(Path path, List<String> workers) {
        this.path = path;
        this.workers = workers;
    }

    @Override
    public void accept(String text) {
        line++;
        if (rows == null) {
            rows = rowsOf(List.of(text.split(",", -1)));
            return;
        }
        try {
            rows.accept(text);
        } catch (NumberFormatException e) {
            throw StoreException.damaged(path, "line %d has no number where one should be: %s".formatted(line, text));
        } catch (IllegalArgumentException e) {
            throw StoreException.damaged(path, "line %d: %s".formatted(line, e.getMessage()));
        }
    }

    Series series() {
        return series.build();
    }

    private Consumer<String> rowsOf(List<String> header) {
        if (!header.getFirst().equals(SeriesFile.TIME)) {
            throw StoreException.damaged(path, "line 1 must start with " + SeriesFile.TIME);
        }
        boolean isLong = header.size() > LABELS_FROM
                && header.subList(0, LABELS_FROM).equals(SeriesFile.BEFORE_LABELS)
                && header.getLast().equals(SeriesFile.VALUE);
        return isLong ? new LongRows(header) : new WideSeries(header, workers, series);
    }

    static void checkFields(int fields, int columns) {
        if (fields != columns) {
            throw new IllegalArgumentException("it has %d fields for %d columns".formatted(fields, columns));
        }
    }

    /** One figure a line. Lines of the same track are alike between their first comma and their last. */
    private final class LongRows implements Consumer<String> {
        private final List<String> header;
        private final Map<String, Column> columns = new HashMap<>();
        private String time = "";

        LongRows(List<String> header) {
            this.header = header;
        }

        @Override
        public void accept(String text) {
            int first = text.indexOf(',');
            int last = text.lastIndexOf(',');
            if (first == last) {
                checkFields(first < 0 ? 1 : 2, header.size());
            }
            if (first != time.length() || !text.startsWith(time)) {
                time = text.substring(0, first);
                series.at(Double.parseDouble(time));
            }
            String track = text.substring(first + 1, last);
            Column column = columns.get(track);
            if (column == null) {
                column = column(List.of(track.split(",", -1)));
                columns.put(track, column);
            }
            column.put(Double.parseDouble(text.substring(last + 1)));
        }

        /** The fields between time and value. */
        private Column column(List<String> fields) {
            checkFields(fields.size() + 2, header.size());
            TreeMap<String, String> labels = new TreeMap<>();
            for (int i = LABELS_FROM - 1; i < fields.size(); i++) {
                labels.put(header.get(i + 1), fields.get(i));
            }
            return series.column(metric(fields.get(0), MetricUnit.ofSymbol(fields.get(1))), new Labels(labels));
        }

        /** A newer version may know metrics that this one does not. */
        private Metric metric(String name, MetricUnit unit) {
            return Metrics.named(name)
                    .filter(known -> known.unit() == unit)
                    .orElseGet(() -> WideSeries.recorded(name, unit, header.subList(LABELS_FROM, header.size() - 1)));
        }
    }
}
