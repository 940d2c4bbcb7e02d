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
 * @param legend the meaning of each mark that occurs
 * @param causes the causes of the marks, a line for each row with marks
 */
record TableNotes(List<String> legend, List<String> causes) {
    record Marked(String row, String column, ValueCell cell) {}

    /** Returns the causes as a section; none without any. */
    List<Block> behind() {
        return causes.isEmpty()
                ? List.of()
                : List.of(new Section("", "What caused the marks", Fold.FOLDED, List.of(new Lines(causes))));
    }

    static TableNotes of(List<Marked> values) {
        List<String> legend = new ArrayList<>();
        if (values.stream().anyMatch(value -> !value.cell().supported())) {
            legend.add(
                    ValueCell.WEAK
                            + " fewer than ten samples lie above it, or they come from fewer than three separate events: too few samples to rely on");
        }
        if (values.stream().anyMatch(value -> value.cell().disturbed())) {
            legend.add(ValueCell.DISTURBED + " affected by something other than the system");
        }
        if (values.stream().anyMatch(value -> value.cell().bound())) {
            legend.add("≥ at least that: messages without a known latency lie at and above it");
        }
        Map<String, List<String>> causes = new LinkedHashMap<>();
        for (Marked value : values) {
            if (!value.cell().causes().isEmpty()) {
                causes.computeIfAbsent(value.row(), row -> new ArrayList<>())
                        .add(value.column() + value.cell().marks() + " "
                                + String.join("; ", value.cell().causes()));
            }
        }
        List<String> lines = new ArrayList<>();
        causes.forEach((row, texts) -> lines.add(row + ": " + String.join("; ", texts)));
        return new TableNotes(legend, lines);
    }
}
