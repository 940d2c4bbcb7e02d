package dev.assay.report.page;

import dev.assay.analysis.history.History;
import dev.assay.analysis.history.HistoryRun;
import dev.assay.analysis.history.HistorySeries;
import dev.assay.report.text.Formats;
import dev.assay.report.text.HistoryText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Text;
import java.util.ArrayList;
import java.util.List;

/** A history: its runs, then how their values went from one to the next. */
public final class HistoryView {
    private HistoryView() {}

    /** A section for each run, then one for each series. */
    public static List<Block> of(History history) {
        List<Block> blocks = new ArrayList<>();
        history.runs().forEach(run -> blocks.add(run(run)));
        for (int i = 0; i < history.series().size(); i++) {
            blocks.add(series(history.series().get(i), history.series().subList(0, i)));
        }
        blocks.add(Text.note(HistoryText.NOTE));
        return List.copyOf(blocks);
    }

    private static Section run(HistoryRun run) {
        List<Block> lines = new ArrayList<>();
        lines.add(Text.of(run.id() + ": " + HistoryText.verdicts(run)));
        // A run of one point needs no name for it.
        run.points()
                .forEach((key, point) -> lines.add(Text.of(
                        (run.points().size() == 1 ? "" : HistoryText.title(key) + ": ") + HistoryText.values(point))));
        String title = Formats.instant(run.startedAt().toString()) + "  " + run.scenario() + "  "
                + String.join(", ", run.systems());
        return Section.of("", title, lines);
    }

    private static Section series(HistorySeries series, List<HistorySeries> earlier) {
        List<Block> lines = new ArrayList<>();
        earlier.reversed().stream()
                .filter(other -> other.key().sameBut(series.key()))
                .findFirst()
                .ifPresent(other -> lines.add(Text.note("a separate series, because it differs from "
                        + other.key().fingerprint() + ": " + HistoryText.differences(series.key(), other.key()))));
        if (series.trends().isEmpty()) {
            lines.add(Text.of("no usable value in any of its runs"));
        }
        series.trends().forEach(trend -> lines.add(Text.of(HistoryText.trend(trend))));
        String changed = HistoryText.changedVersions(series);
        if (!changed.isEmpty()) {
            lines.add(Text.of("since its first run: " + changed));
        }
        String title = "Trend of " + HistoryText.title(series.key()) + " ("
                + Formats.counted(series.points().size(), "run") + ", settings and machine "
                + series.key().fingerprint() + ")";
        return Section.of("", title, lines);
    }
}
