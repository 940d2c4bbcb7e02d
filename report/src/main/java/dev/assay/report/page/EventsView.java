package dev.assay.report.page;

import dev.assay.analysis.EventWindowAnalysis;
import dev.assay.analysis.EventWindowAnalysis.WindowAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.statistics.CatchUp;
import dev.assay.model.display.Figure;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Lines;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

final class EventsView {
    private static final double NANOS_PER_SECOND = 1e9;

    private EventsView() {}

    /** Returns the section of a trial; none where it had no events. */
    static List<Block> of(TrialAnalysis analysis) {
        List<String> lines = new ArrayList<>();
        analysis.trial().course().events().forEach(event -> lines.add(event(event)));
        analysis.catchUps().forEach(catchUp -> lines.add(catchUp(catchUp)));
        if (lines.isEmpty()) {
            return List.of();
        }
        List<Block> blocks = new ArrayList<>(List.of(new Lines(lines)));
        for (EventWindowAnalysis eventWindow : analysis.eventWindows()) {
            blocks.add(Section.of("", "Before, during and after: " + eventWindow.title(), List.of(table(eventWindow))));
        }
        return List.of(Section.of("", "Events", blocks));
    }

    private static String event(ExecutedEvent event) {
        String when = seconds(event.startNanos() / NANOS_PER_SECOND);
        boolean took = event.endNanos() - event.startNanos() >= NANOS_PER_SECOND / 10;
        return when + (took ? " to " + seconds(event.endNanos() / NANOS_PER_SECOND) : "") + ": " + event.title()
                + (event.detail().isEmpty() ? "" : " (" + event.detail() + ")") + ", " + event.name();
    }

    private static String catchUp(CatchUp catchUp) {
        String begin = "%s began at %s with a backlog of %s, "
                .formatted(
                        catchUp.subscription(),
                        seconds(catchUp.beganSeconds()),
                        Figure.of("%,.0f messages", catchUp.backlogMessages()));
        String end = catchUp.lengthSeconds().isPresent()
                ? "and had caught up after " + seconds(catchUp.lengthSeconds().getAsDouble())
                : "and never caught up";
        return begin
                + end
                + rate("; it read %s between 10 %% and 90 %% of that backlog", catchUp.messagesPerSecond())
                + rate(", %s in the best 10 s", catchUp.bestPerSecond())
                + fromDisk(catchUp.fractionOfDisk());
    }

    private static String fromDisk(OptionalDouble fraction) {
        return fraction.isPresent()
                ? String.format(
                        Locale.ROOT,
                        "; servers fetched %.0f %% of the backlog's bytes from disks meanwhile",
                        100 * fraction.getAsDouble())
                : "";
    }

    private static String rate(String text, OptionalDouble rate) {
        return rate.isPresent() ? text.formatted(Formats.rate(rate.getAsDouble())) : "";
    }

    private static String seconds(double seconds) {
        return Figure.of("%.1f s", seconds);
    }

    private static Table table(EventWindowAnalysis eventWindow) {
        List<Row> rows = eventWindow.windows().stream().map(EventsView::row).toList();
        List<String> notes = new ArrayList<>(
                List.of("Samples by the second in which they were completed; end-to-end of live consumers."));
        if (rows.stream()
                .flatMap(row -> row.cells().stream())
                .anyMatch(cell -> !cell.marks().isEmpty())) {
            notes.add(ValueCell.WEAK + " fewer than ten samples lie above it");
        }
        return Table.of(
                "event window",
                "Before, during and after: " + eventWindow.title(),
                List.of(
                        Column.words("Window"),
                        Column.number("from – to"),
                        Column.number("acknowledged"),
                        new Column("p50", "", "Response", true),
                        new Column("p99", "", "Response", true),
                        new Column("p50", "", "End-to-end", true),
                        new Column("p99", "", "End-to-end", true),
                        Column.number("n")),
                rows,
                notes);
    }

    private static Row row(WindowAnalysis window) {
        return Row.of(
                Weight.PLAIN,
                List.of(
                        Cell.of(window.name()),
                        Cell.of(seconds(window.fromSeconds()) + " – " + seconds(window.toSeconds())),
                        Cell.of(Formats.rate(window.row(Statistic.ACHIEVED)
                                .map(Reading::value)
                                .orElse(0.0))),
                        quantile(window, LatencyMetric.RESPONSE, 50),
                        quantile(window, LatencyMetric.RESPONSE, 99),
                        quantile(window, LatencyMetric.END_TO_END, 50),
                        quantile(window, LatencyMetric.END_TO_END, 99),
                        Cell.of(Formats.count(window.row(Statistic.quantile(LatencyMetric.RESPONSE, 50))
                                .map(Reading::n)
                                .orElse(0L)))));
    }

    private static Cell quantile(WindowAnalysis window, LatencyMetric metric, double percent) {
        return window.row(Statistic.quantile(metric, percent))
                .map(row -> new Cell(
                        LatencyUnit.text(Math.rint(row.value())), "", row.supported() ? "" : ValueCell.WEAK, "", ""))
                .orElse(Cell.of("none"));
    }
}
