package dev.assay.cli.run;

import dev.assay.store.TrialWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rows of a trial's series. The columns are those of the load, then whatever the first second knows of, by name, then
 * what later seconds knew of first: the figures of a server that was started again, for one.
 */
final class SeriesRows {
    private final TrialWriter writer;
    private final Set<String> columns = new LinkedHashSet<>();

    SeriesRows(TrialWriter writer) {
        this.writer = writer;
    }

    void append(Map<String, Double> figures) {
        if (columns.isEmpty()) {
            columns.addAll(Timeline.LOAD_COLUMNS);
            columns.addAll(new TreeSet<>(figures.keySet()));
            writer.openSeries(List.copyOf(columns));
        }
        Set<String> added = new TreeSet<>(figures.keySet());
        added.removeAll(columns);
        if (!added.isEmpty()) {
            writer.widenSeries(List.copyOf(added));
            columns.addAll(added);
        }
        List<Double> row = new ArrayList<>();
        columns.forEach(column -> row.add(figures.getOrDefault(column, Double.NaN)));
        writer.append(row.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
