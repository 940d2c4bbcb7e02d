package dev.assay.report;

import dev.assay.analysis.history.ChangePoints;
import dev.assay.analysis.history.History;
import dev.assay.analysis.history.HistoryRun;
import dev.assay.analysis.history.HistorySeries;
import dev.assay.analysis.history.Trend;
import dev.assay.core.result.Verdict.Grade;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.HistoryText;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A history on a terminal: what changed and when, then the runs that it is of. */
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
        text.dim("Figures are medians over VALID trials, n counts them. " + HistoryText.note(history));
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
        for (Trend trend : series.trends()) {
            trend.changes()
                    .forEach(change ->
                            text.graded(Grade.DEGRADED, INDENT + HistoryText.change(trend.statistic(), change)));
        }
        names(series, trend -> trend.tested() && trend.changes().isEmpty(), "no change found: ", text);
        String tooFew = "needs at least " + ChangePoints.LEAST_RUNS + " runs to look for a change";
        if (series.trends().isEmpty()) {
            text.line(INDENT + "no figure counts in any of its runs");
        } else if (series.points().size() < ChangePoints.LEAST_RUNS) {
            text.line(INDENT + tooFew);
        } else {
            names(series, trend -> !trend.tested(), tooFew + ": ", text);
        }
    }

    private static void names(HistorySeries series, Predicate<Trend> which, String before, TerminalText text) {
        String names = series.trends().stream()
                .filter(which)
                .map(trend -> HistoryText.name(trend.statistic()) + " (" + Formats.counted(trend.runs(), "run") + ")")
                .collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            text.line(INDENT + before + names);
        }
    }
}
