package dev.assay.report.page;

import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Fold;
import dev.assay.report.view.Block.Lines;
import dev.assay.report.view.Block.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What stands below a table with marked figures.
 *
 * @param legend what each mark that occurs means
 * @param causes what is behind the marks, a line for each row with some
 */
record FigureNotes(List<String> legend, List<String> causes) {
    /** A figure of the table by its headings. */
    record Marked(String row, String column, FigureCell cell) {}

    /** The causes as a section; none without any. */
    List<Block> behind() {
        return causes.isEmpty()
                ? List.of()
                : List.of(new Section("", "What is behind the marks", Fold.FOLDED, List.of(new Lines(causes))));
    }

    static FigureNotes of(List<Marked> figures) {
        List<String> legend = new ArrayList<>();
        if (figures.stream().anyMatch(figure -> !figure.cell().supported())) {
            legend.add(
                    FigureCell.WEAK
                            + " fewer than ten samples lie above it, or they come from fewer than three separate events, so it means little");
        }
        if (figures.stream().anyMatch(figure -> figure.cell().disturbed())) {
            legend.add(FigureCell.DISTURBED + " something else than the system shaped it");
        }
        if (figures.stream().anyMatch(figure -> figure.cell().bound())) {
            legend.add("≥ at least that: messages without a known latency lie at and above it");
        }
        Map<String, List<String>> causes = new LinkedHashMap<>();
        for (Marked figure : figures) {
            if (!figure.cell().causes().isEmpty()) {
                causes.computeIfAbsent(figure.row(), row -> new ArrayList<>())
                        .add(figure.column() + figure.cell().marks() + " "
                                + String.join("; ", figure.cell().causes()));
            }
        }
        List<String> lines = new ArrayList<>();
        causes.forEach((row, texts) -> lines.add(row + ": " + String.join("; ", texts)));
        return new FigureNotes(legend, lines);
    }
}
