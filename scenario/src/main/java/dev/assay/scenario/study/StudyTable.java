package dev.assay.scenario.study;

import dev.assay.model.spec.Check;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.KeysOf;
import dev.assay.scenario.study.StudyStatistic.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Describes a table in its published form.
 *
 * @param columns headings
 */
public record StudyTable(String title, PublishedUnit unit, List<String> columns, List<Row> rows) {
    /** @param values one for each column; empty where the original has none */
    public record Row(String name, List<Optional<Place>> values) {
        public Row {
            values = List.copyOf(values);
        }
    }

    /** @param cell as {@code TEST/CELL} */
    public record Place(String cell, StudyStatistic statistic) {}

    public record Keys(
            @Key("Title of the table.") String title,

            @Key("The unit of its values: ms, s, msg/s, MiB/s, GiB/s or ratio.")
            PublishedUnit unit,

            @Key(
                    value =
                            "The statistic of all values, or the first part of it, such as service, which columns complete.",
                    fallback = "")
            String of,

            @Key("Headings, such as [mean, p50, p99].") List<String> columns,

            @Key(
                    "Rows by their headings: a cell as TEST/CELL, a list with one for each column, or { cell: ..., of: ... }.")
            Map<String, RowKeys> rows)
            implements KeysOf<StudyTable> {
        private static final String NOTHING = "-";

        /** Describes a row: one cell whose statistics fill the columns, or a cell for each column. */
        public record RowKeys(
                @Key(value = "A cell as TEST/CELL, or a list with one for each column; '-' for nothing.", alone = true)
                List<String> cell,

                @Key(value = "What its values are of, in the place of the table's.", fallback = "")
                String of) {}

        @Override
        public StudyTable value() {
            Check.key("columns", !columns.isEmpty(), "a table needs 'columns', such as [mean, p50, p99]");
            Check.key("rows", !rows.isEmpty(), "a table needs 'rows', such as { 'publish': latency/a }");
            List<Incompatibility> problems = new ArrayList<>();
            List<Row> read = new ArrayList<>();
            rows.forEach((name, row) -> read.add(new Row(name, values(name, row, problems))));
            Check.none(problems);
            return new StudyTable(title, unit, columns, read);
        }

        private List<Optional<Place>> values(String name, RowKeys row, List<Incompatibility> problems) {
            String base = row.of().isEmpty() ? of : row.of();
            int cells = row.cell().size();
            boolean each =
                    cells > 1 || (columns.size() == 1 && StudyStatistic.of(base).isPresent());
            if (cells == 0 || (each && cells != columns.size())) {
                String takes = "a row takes a cell, or a list with one for each of the " + columns.size()
                        + " columns, but this has " + cells;
                problems.add(wrong(name, takes, "write '-' where the original has nothing"));
                return List.of();
            }
            List<Optional<Place>> values = new ArrayList<>();
            for (int column = 0; column < columns.size(); column++) {
                String cell = row.cell().get(each ? column : 0);
                String whole = base.isEmpty() ? columns.get(column) : base + "." + columns.get(column);
                values.add(cell.equals(NOTHING) ? Optional.empty() : value(name, cell, each ? base : whole, problems));
            }
            return values;
        }

        private Optional<Place> value(String row, String cell, String statistic, List<Incompatibility> problems) {
            Optional<StudyStatistic> known = StudyStatistic.of(statistic);
            if (known.isEmpty()) {
                problems.add(wrong(
                        row,
                        "there is no statistic '" + statistic + "' for this row: 'of' and 'columns' make none",
                        "statistics: " + StudyStatistic.KNOWN));
            } else if (!unit.shows(known.get().kind())) {
                Kind kind = known.get().kind();
                problems.add(wrong(
                        row,
                        "'" + statistic + "' is " + kind.title() + ", which does not match the table's unit",
                        "matching units: "
                                + PublishedUnit.of(kind).stream()
                                        .map(PublishedUnit::symbol)
                                        .collect(Collectors.joining(", "))));
            }
            return known.map(one -> new Place(cell, one));
        }

        private static Incompatibility wrong(String row, String reason, String advice) {
            return new Incompatibility(KeyPath.TOP.to("rows").to(row), Part.VALUE, reason, advice);
        }
    }

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
