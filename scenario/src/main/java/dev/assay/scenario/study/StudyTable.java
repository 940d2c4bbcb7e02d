package dev.assay.scenario.study;

import java.util.List;
import java.util.Optional;

/**
 * A table in the shape in which a study was published.
 *
 * @param columns headings
 */
public record StudyTable(String title, FigureUnit unit, List<String> columns, List<Row> rows) {
    /**
     * A row.
     *
     * @param figures one for each column; empty where the original has none
     */
    public record Row(String name, List<Optional<Figure>> figures) {
        public Row {
            figures = List.copyOf(figures);
        }
    }

    /**
     * Which figure stands at a place.
     *
     * @param cell as {@code TEST/CELL}
     */
    public record Figure(String cell, StudyStatistic statistic) {}

    public StudyTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (Row row : rows) {
            if (row.figures().size() != columns.size()) {
                throw new IllegalArgumentException("the row '%s' of '%s' has %d figures for %d columns"
                        .formatted(row.name(), title, row.figures().size(), columns.size()));
            }
        }
    }
}
