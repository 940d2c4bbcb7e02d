package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.study.PublishedUnit;
import dev.assay.scenario.study.StudyChart;
import dev.assay.scenario.study.StudyChart.Line;
import dev.assay.scenario.study.StudyStatistic;
import dev.assay.scenario.study.StudyTable;
import dev.assay.scenario.study.StudyTable.Place;
import dev.assay.scenario.study.StudyTable.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the tables and charts of a study: in which shape its values are shown. */
final class StudyTableReader {
    private static final String TITLE = "title";
    private static final String CELLS = "cells";
    private static final String OF = "of";

    /** Stands where a table of the original has nothing. */
    private static final String NOTHING = "-";

    private final ProblemLog log;
    private final List<String> cells;

    /** What a table says for all of its rows. */
    private record Frame(
            StudyTree table, List<String> columns, @Nullable PublishedUnit unit) {}

    /** @param cells those that the study has */
    StudyTableReader(ProblemLog log, List<String> cells) {
        this.log = log;
        this.cells = List.copyOf(cells);
    }

    List<StudyTable> tables(StudyTree study) {
        return study.mappings("tables", "a table").stream()
                .map(this::table)
                .filter(Objects::nonNull)
                .toList();
    }

    private @Nullable StudyTable table(StudyTree table) {
        table.only(TITLE, "unit", OF, "columns", "rows");
        String title = table.required(TITLE);
        PublishedUnit unit = unit(table);
        Frame frame = new Frame(
                table, table.scalars("columns").stream().map(Scalar::text).toList(), unit);
        if (frame.columns().isEmpty()) {
            table.problem(table.mapping(), "a table needs 'columns', such as [mean, p50, p99]");
            return null;
        }
        List<Entry> written = table.entries("rows");
        if (written.isEmpty()) {
            table.problem(table.mapping(), "a table needs 'rows', such as { 'publish': latency/a }");
        }
        List<Row> rows = written.stream()
                .map(entry -> row(entry, frame))
                .filter(Objects::nonNull)
                .toList();
        return title == null || unit == null ? null : new StudyTable(title, unit, frame.columns(), rows);
    }

    private static @Nullable PublishedUnit unit(StudyTree table) {
        table.required("unit");
        Scalar written = table.scalar("unit");
        if (written == null) {
            return null;
        }
        Optional<PublishedUnit> unit = PublishedUnit.of(written.text());
        if (unit.isEmpty()) {
            table.problem(
                    written,
                    "'" + written.text() + "' is not a unit of a table; units are "
                            + symbols(Arrays.asList(PublishedUnit.values())));
        }
        return unit.orElse(null);
    }

    private static String symbols(List<PublishedUnit> units) {
        return units.stream().map(PublishedUnit::symbol).collect(Collectors.joining(", "));
    }

    /** One cell whose statistics stand in the columns, or a cell for each column. */
    private @Nullable Row row(Entry entry, Frame frame) {
        StudyTree row = entry.value() instanceof Mapping keys
                ? new StudyTree(keys, "a row", log).only("cell", CELLS, OF)
                : new StudyTree(new Mapping(entry.keySpan(), List.of(entry)), "a row", log);
        List<Scalar> named = row.scalars(
                entry.value() instanceof Mapping keys ? keys.find(CELLS) == null ? "cell" : CELLS : entry.key());
        Scalar own = entry.value() instanceof Mapping ? row.scalar(OF) : null;
        Scalar written = own == null ? frame.table().scalar(OF) : own;
        String of = written == null ? "" : written.text();
        int columns = frame.columns().size();
        boolean each =
                named.size() > 1 || (columns == 1 && StudyStatistic.of(of).isPresent());
        if (named.isEmpty() || (each && named.size() != columns)) {
            row.problem(
                    entry.value(),
                    "a row takes a cell, or a list with one for each of the " + columns + " columns, but this has "
                            + named.size());
            return null;
        }
        List<Optional<Place>> values = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            Scalar cell = named.get(each ? column : 0);
            values.add(Optional.ofNullable(
                    value(cell, statistic(of, each, frame.columns().get(column)), frame)));
        }
        return new Row(entry.key(), values);
    }

    /** Where each column is another cell, that of all; otherwise a column names it, wholly or after what all are of. */
    private static String statistic(String of, boolean each, String column) {
        if (each) {
            return of;
        }
        return of.isEmpty() ? column : of + "." + column;
    }

    private @Nullable Place value(Scalar cell, String statistic, Frame frame) {
        if (cell.text().equals(NOTHING)) {
            return null;
        }
        Optional<StudyStatistic> known = StudyStatistic.of(statistic);
        if (known.isEmpty()) {
            log.add(
                    cell.span(),
                    "there is no statistic '" + statistic + "' for this row: 'of' and 'columns' make none",
                    "statistics: " + StudyStatistic.KNOWN);
        }
        boolean fits = known.isPresent() && fits(known.get(), cell, frame);
        return check(cell) && fits ? new Place(cell.text(), known.get()) : null;
    }

    private boolean fits(StudyStatistic statistic, Scalar cell, Frame frame) {
        boolean shown = frame.unit() == null || frame.unit().shows(statistic.kind());
        if (!shown) {
            log.add(
                    cell.span(),
                    "'" + statistic.name() + "' is " + statistic.kind().title()
                            + ", which does not match the table's unit",
                    "matching units: " + symbols(PublishedUnit.of(statistic.kind())));
        }
        return shown;
    }

    /** Logs a cell that the study has not. */
    private boolean check(Scalar cell) {
        if (cells.contains(cell.text())) {
            return true;
        }
        log.add(
                cell.span(),
                "the study has no cell called '" + cell.text() + "'",
                NearestNames.question(cell.text(), cells) + "a cell is named as TEST/CELL, such as "
                        + cells.getFirst());
        return false;
    }

    List<StudyChart> charts(StudyTree study) {
        return study.mappings("charts", "a chart").stream()
                .map(this::chart)
                .filter(Objects::nonNull)
                .toList();
    }

    private @Nullable StudyChart chart(StudyTree chart) {
        chart.only(TITLE, OF, CELLS);
        String title = chart.required(TITLE);
        List<Line> lines = lines(chart);
        if (lines.isEmpty() || lines.size() > StudyChart.MAX_LINES) {
            chart.problem(
                    chart.mapping(),
                    "a chart needs 1 to %d cells, under 'cells', but has %d"
                            .formatted(StudyChart.MAX_LINES, lines.size()));
            return null;
        }
        List<Scalar> of = chart.scalars(OF);
        of.stream()
                .filter(name -> !StudyStatistic.OVER_TIME.contains(name.text()))
                .forEach(name -> chart.problem(
                        name,
                        "'" + name.text() + "' is not recorded over time; charts show "
                                + String.join(" and ", StudyStatistic.OVER_TIME)));
        List<String> statistics = of.stream()
                .map(Scalar::text)
                .filter(StudyStatistic.OVER_TIME::contains)
                .toList();
        return title == null
                ? null
                : new StudyChart(title, of.isEmpty() ? StudyStatistic.OVER_TIME : statistics, lines, 0);
    }

    /** Cells by the names that the legend has for them, or a list of cells. */
    private List<Line> lines(StudyTree chart) {
        if (!(chart.value(CELLS) instanceof Mapping)) {
            List<Scalar> named = chart.scalars(CELLS);
            named.forEach(this::check);
            return named.stream()
                    .map(cell -> new Line(cell.text(), cell.text()))
                    .toList();
        }
        List<Line> lines = new ArrayList<>();
        for (Entry entry : chart.entries(CELLS)) {
            if (entry.value() instanceof Scalar cell && !cell.absent()) {
                check(cell);
                lines.add(new Line(entry.key(), cell.text()));
            } else {
                chart.problem(entry.value(), "a line of a chart is a cell, as TEST/CELL");
            }
        }
        return lines;
    }
}
