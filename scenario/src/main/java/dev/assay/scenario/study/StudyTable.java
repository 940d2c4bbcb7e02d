package dev.assay.scenario.study;

import java.util.List;
import java.util.Optional;

/**
 * A table in the shape in which a study was published.
 *
 * @param columns headings
 */
public record StudyTable(String title, PublishedUnit unit, List<String> columns, List<Row> rows) {
    /**
     * A row.
     *
     * @param values one for each column; empty where the original has none
     */
    public record Row(String name, List<Optional<Place>> values) {
        public Row {
            values = List.copyOf(values);
        }
    }

    /**
     * Which value stands at a place.
     *
     * @param cell as {@code TEST/CELL}
     */
    public record Place(String cell, StudyStatistic statistic) {}

    public StudyTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (Row row : rows) {
            if (row.values().size() != columns.size()) {
                throw new IllegalArgumentException("the row '%s' of '%s' has %d values for %d columns"
                        .formatted(row.name(), title, row.values().size(), columns.size()));
            }
        }
    }
}
