package dev.assay.report;

import dev.assay.analysis.history.History;
import dev.assay.analysis.history.HistoryRun;
import dev.assay.analysis.history.HistorySeries;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.HistoryText;
import java.util.List;

/** A history on a terminal: its runs, then how their figures went from one to the next. */
public final class HistoryLines {
    private static final String INDENT = "  ";

    private HistoryLines() {}

    /**
     * The lines, each ended by a line feed.
     *
     * @param ansi whether to colour them
     */
    public static String render(History history, boolean ansi) {
        TerminalText text = new TerminalText(ansi);
        history.runs().forEach(run -> run(run, text));
        for (int i = 0; i < history.series().size(); i++) {
            series(history.series().get(i), history.series().subList(0, i), text);
        }
        text.blank();
        text.dim(HistoryText.NOTE);
        return text.toString();
    }

    private static void run(HistoryRun run, TerminalText text) {
        text.blank();
        text.bold(Formats.instant(run.startedAt().toString()) + "  " + run.scenario() + "  "
                + String.join(", ", run.systems()));
        text.line(INDENT + run.id() + ": " + HistoryText.verdicts(run));
        run.points()
                .forEach((key, point) ->
                        text.line(INDENT + of(run, HistoryText.title(key)) + HistoryText.figures(point)));
    }

    /** A run of one point needs no name for it. */
    private static String of(HistoryRun run, String title) {
        return run.points().size() == 1 ? "" : title + ": ";
    }

    private static void series(HistorySeries series, List<HistorySeries> earlier, TerminalText text) {
        text.blank();
        text.bold("Trend of " + HistoryText.title(series.key()) + " ("
                + Formats.counted(series.points().size(), "run") + ", settings and machine "
                + series.key().fingerprint() + ")");
        earlier.reversed().stream()
                .filter(other -> other.key().sameBut(series.key()))
                .findFirst()
                .ifPresent(other -> text.dim(INDENT + "a series of its own, as it differs from "
                        + other.key().fingerprint() + ": " + HistoryText.differences(series.key(), other.key())));
        if (series.trends().isEmpty()) {
            text.line(INDENT + "no figure counts in any of its runs");
        }
        series.trends().forEach(trend -> text.line(INDENT + HistoryText.trend(trend)));
        String changed = HistoryText.changedVersions(series);
        if (!changed.isEmpty()) {
            text.line(INDENT + "since its first run: " + changed);
        }
    }
}
