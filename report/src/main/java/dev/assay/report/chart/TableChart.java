package dev.assay.report.chart;

import dev.assay.model.study.StudyRecord.CellRecord;
import dev.assay.model.study.TableRecord;
import dev.assay.model.study.TableRecord.PlaceRecord;
import dev.assay.model.study.TableRecord.RowRecord;
import dev.assay.report.view.Chart;
import dev.assay.report.view.Chart.Axis;
import dev.assay.report.view.Chart.Colour;
import dev.assay.report.view.Chart.DataTable;
import dev.assay.report.view.Chart.Pane;
import dev.assay.report.view.Chart.Points;
import dev.assay.report.view.Chart.Stroke;
import dev.assay.report.view.Chart.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Draws a published table as bars: a pane for each of its columns, and in it for each row a bar as published, and one of the lowest of the
 * blocks here, with a line to the highest.
 */
public final class TableChart {
    /** Gives the ratio of values above which the axis is logarithmic and dots replace bars, whose lengths would mean nothing. */
    private static final double FAR_APART = 30;

    private static final Map<String, Unit> UNITS =
            Map.of("ms", Unit.MILLISECONDS, "s", Unit.SECONDS, "msg/s", Unit.MESSAGES_PER_SECOND, "ratio", Unit.RATIO);

    private static final int ROW = 34;
    private static final double BAR = 10;
    private static final double RANGE = 3;
    private static final double ABOVE = 0.18;

    private final TableRecord table;
    private final List<RowRecord> rows;
    private final Map<String, String> systems;
    private final SystemColours colours;

    private TableChart(TableRecord table, List<RowRecord> rows, Map<String, String> systems, SystemColours colours) {
        this.table = table;
        this.rows = rows;
        this.systems = systems;
        this.colours = colours;
    }

    /** Draws the rows of a table in which anything was measured. */
    public static Chart of(String id, TableRecord table, List<CellRecord> cells) {
        Map<String, String> systems = cells.stream()
                .collect(Collectors.toMap(
                        cell -> cell.test() + "/" + cell.cell(), CellRecord::system, (first, _) -> first));
        List<RowRecord> rows = table.rows().stream()
                .filter(row -> row.values().stream().anyMatch(PlaceRecord::measured))
                .toList();
        return new TableChart(table, rows, systems, SystemColours.of(systems.values())).chart(id);
    }

    private Chart chart(String id) {
        List<PlaceRecord> all =
                rows.stream().flatMap(row -> row.values().stream()).toList();
        boolean same = all.stream()
                        .filter(place -> !place.cell().isEmpty())
                        .map(PlaceRecord::statistic)
                        .distinct()
                        .count()
                == 1;
        List<Pane> panes = new ArrayList<>();
        for (int column = 0; column < table.columns().size(); column++) {
            List<PlaceRecord> places = column(column);
            if (places.stream().anyMatch(PlaceRecord::measured)) {
                panes.add(pane(table.columns().get(column), places, axis(same ? all : places)));
            }
        }
        List<String> notes = new ArrayList<>();
        notes.add("Grey as published; in colour the lowest of the blocks here, with a line to the highest.");
        if (panes.stream().anyMatch(pane -> pane.across().logarithmic())) {
            notes.add("Dots alone stand on a logarithmic axis, on which the length of a bar would say nothing.");
        }
        if (rows.size() < table.rows().size()) {
            notes.add("Rows without a measurement are left out.");
        }
        return new Chart(id, "", String.join(" ", notes), panes, data());
    }

    private List<PlaceRecord> column(int column) {
        return rows.stream().map(row -> row.values().get(column)).toList();
    }

    private Axis axis(List<PlaceRecord> places) {
        Unit unit = UNITS.getOrDefault(table.unit(), Unit.PLAIN);
        return Axis.of(
                unit == Unit.PLAIN ? table.unit() : "",
                unit,
                places.stream()
                        .flatMap(place -> Stream.of(place.published(), place.low(), place.high()))
                        .flatMap(Optional::stream)
                        .mapToDouble(Double::doubleValue),
                FAR_APART);
    }

    private Pane pane(String title, List<PlaceRecord> places, Axis across) {
        Bars published = new Bars(across);
        Map<String, Bars> ofRun = new LinkedHashMap<>();
        for (int row = 0; row < rows.size(); row++) {
            PlaceRecord place = places.get(row);
            double middle = -row;
            place.published().ifPresent(value -> published.add(value, value, middle + ABOVE));
            if (place.measured()) {
                ofRun.computeIfAbsent(systems.getOrDefault(place.cell(), place.cell()), _ -> new Bars(across))
                        .add(place.low().orElseThrow(), place.high().orElseThrow(), middle - ABOVE);
            }
        }
        List<Chart.Line> lines = new ArrayList<>(published.lines("published", Colour.QUIET));
        ofRun.forEach((system, bars) -> lines.addAll(bars.lines(system + " here", new Colour(colours.of(system), 0))));
        return new Pane(
                title,
                title + ", published and measured; the values are in the table",
                ROW * rows.size() + 70,
                across,
                Axis.rows(rows.stream().map(RowRecord::name).toList()),
                List.of(),
                lines);
    }

    private static final class Bars {
        private final Axis across;
        private final Points bars = new Points();
        private final Points ranges = new Points();
        private final Points ends = new Points();

        Bars(Axis across) {
            this.across = across;
        }

        void add(double low, double high, double row) {
            if (!across.logarithmic()) {
                bars.segment(across.min(), row, across.place(low), row);
            }
            ranges.segment(across.place(low), row, across.place(high), row);
            ends.add(across.place(low), row);
        }

        List<Chart.Line> lines(String name, Colour colour) {
            return List.of(
                    bars.line(name, colour, Stroke.SOLID, BAR, false),
                    ranges.line(name, colour, Stroke.SOLID, RANGE, false),
                    ends.dots(name, colour, BAR));
        }
    }

    private DataTable data() {
        List<List<Object>> values = new ArrayList<>();
        for (RowRecord row : rows) {
            for (int column = 0; column < table.columns().size(); column++) {
                PlaceRecord place = row.values().get(column);
                if (!place.cell().isEmpty()) {
                    values.add(List.of(
                            row.name(),
                            table.columns().get(column),
                            place.cell(),
                            value(place.published()),
                            value(place.low()),
                            value(place.high()),
                            place.blocks()));
                }
            }
        }
        String unit = " (" + table.unit() + ")";
        return new DataTable(
                List.of("row", "column", "cell", "published" + unit, "lowest" + unit, "highest" + unit, "n (blocks)"),
                values);
    }

    private static Object value(Optional<Double> known) {
        return known.<Object>map(value -> value).orElse("");
    }
}
