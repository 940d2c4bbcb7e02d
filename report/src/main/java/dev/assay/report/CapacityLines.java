package dev.assay.report;

import dev.assay.report.figure.Formats;
import dev.assay.report.page.CapacityView;
import dev.assay.report.page.FigureCell;
import java.util.List;
import java.util.Locale;

/** Searches for capacity on a terminal: their bounds, the trials behind them, and latency against load. */
final class CapacityLines {
    private static final String INDENT = "  ";

    private CapacityLines() {}

    static void write(List<CapacityView> searches, TerminalText text) {
        searches.forEach(search -> write(search, text));
    }

    private static void write(CapacityView search, TerminalText text) {
        text.blank();
        text.bold("capacity: " + search.title());
        text.line(INDENT + "lower bound " + search.lower() + ", upper bound " + search.upper() + ", apart "
                + search.width() + "; limit: " + search.record().limit() + "; harness's ceiling: " + search.ceiling());
        search.record().objectives().forEach(objective -> text.dim(INDENT + "objective: " + objective));
        search.trials()
                .forEach(trial -> text.line(INDENT
                        + String.format(
                                Locale.ROOT,
                                "%5s %-11s %16s %-18s %s%s",
                                trial.number().map(number -> "#" + number).orElse(""),
                                trial.purpose(),
                                trial.rate(),
                                trial.length(),
                                trial.outcome(),
                                trial.why().isEmpty() ? "" : ": " + trial.why())));
        if (!search.curve().isEmpty()) {
            curve(search, text);
        }
    }

    private static void curve(CapacityView search, TerminalText text) {
        text.blank();
        text.line(INDENT + "latency against load, " + search.unit().symbol()
                + ": response, then end-to-end (slowest subscription that tails)");
        StringBuilder head = new StringBuilder(INDENT + String.format(Locale.ROOT, "%6s %16s ", "", "offered"));
        CapacityView.COLUMNS.forEach(column -> head.append(figure(Formats.percentile(column.percent()), "")));
        text.dim(head.toString());
        search.curve().forEach(point -> {
            StringBuilder line =
                    new StringBuilder(INDENT + String.format(Locale.ROOT, "%6s %16s ", point.share(), point.rate()));
            point.cells().forEach((FigureCell cell) -> line.append(figure(cell.text(), cell.marks())));
            text.line(line.toString());
        });
    }

    private static String figure(String text, String marks) {
        return String.format(Locale.ROOT, "%8s%-2s", text, marks);
    }
}
