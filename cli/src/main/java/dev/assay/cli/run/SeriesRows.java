package dev.assay.cli.run;

import dev.assay.store.TrialWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rows of a trial's series. The columns are those of the load, then whatever the first second knows of, by name. */
final class SeriesRows {
    private final TrialWriter writer;
    private List<String> columns = List.of();

    SeriesRows(TrialWriter writer) {
        this.writer = writer;
    }

    void append(Map<String, Double> figures) {
        if (columns.isEmpty()) {
            Set<String> all = new LinkedHashSet<>(Timeline.LOAD_COLUMNS);
            all.addAll(new TreeSet<>(figures.keySet()));
            columns = List.copyOf(all);
            writer.openSeries(columns);
        }
        List<Double> row = new ArrayList<>();
        columns.forEach(column -> row.add(figures.getOrDefault(column, Double.NaN)));
        writer.append(row.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
