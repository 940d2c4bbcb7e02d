package dev.assay.report;

import dev.assay.report.page.EpisodesView;
import java.util.List;

/** What happened during a trial, as lines for a terminal. */
final class EpisodesText {
    private static final String INDENT = "  ";

    private EpisodesText() {}

    static void write(EpisodesView view, TerminalText text) {
        if (view.empty()) {
            return;
        }
        text.blank();
        text.line(INDENT + "events");
        view.events().forEach(event -> text.line(INDENT + INDENT + event));
        view.catchUps().forEach(catchUp -> text.line(INDENT + INDENT + catchUp));
        for (EpisodesView.Episode episode : view.episodes()) {
            text.line(INDENT + INDENT + episode.title() + ", as seen by those who tail");
            for (EpisodesView.Row row : episode.rows()) {
                text.line(INDENT + INDENT + INDENT + row.window() + " " + cells(row.cells()));
            }
        }
    }

    private static String cells(List<String> cells) {
        StringBuilder line = new StringBuilder(cells.getFirst());
        for (int i = 1; i < cells.size(); i++) {
            line.append(", ").append(EpisodesView.COLUMNS.get(i)).append(' ').append(cells.get(i));
        }
        return line.toString();
    }
}
