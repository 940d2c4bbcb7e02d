package dev.assay.report.page;

import dev.assay.analysis.explanation.Explanation;
import dev.assay.analysis.explanation.Explanation.Effect;
import dev.assay.report.text.ComparisonText;
import dev.assay.report.text.ExplanationText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Finding;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import java.util.ArrayList;
import java.util.List;

/** What held a trial back. */
public final class ExplanationView {
    private ExplanationView() {}

    /** The answer for each limit that was moved, then the values behind it. */
    public static List<Block> of(Explanation explanation) {
        List<Block> blocks = new ArrayList<>();
        ExplanationText.findings(explanation).forEach(finding -> blocks.add(Finding.of(finding)));
        boolean elasticities = explanation.effects().stream()
                .anyMatch(effect -> effect.elasticity().isPresent());
        List<Column> columns = new ArrayList<>(List.of(
                Column.words("Limit"),
                Column.words("Statistic"),
                Column.number("Unchanged"),
                Column.number("Moved"),
                Column.number("Ratio"),
                Column.words("95 % interval"),
                Column.number("n")));
        if (elasticities) {
            columns.add(Column.number("Elasticity"));
        }
        columns.add(Column.words("Says"));
        blocks.add(Table.of(
                "effects",
                "Effects of the changed limits",
                columns,
                explanation.effects().stream()
                        .map(effect -> row(effect, elasticities))
                        .toList(),
                List.of()));
        blocks.add(Text.note(ExplanationText.note(explanation)));
        return List.of(Section.of("explanation", "What limited the trial", blocks));
    }

    private static Row row(Effect effect, boolean elasticities) {
        String statistic = effect.compared().statistic();
        List<String> cells = new ArrayList<>(List.of(
                effect.hypothesis().tag(),
                ComparisonText.name(statistic),
                ComparisonText.typical(statistic, effect.compared().baseline()),
                ComparisonText.typical(statistic, effect.compared().candidate()),
                ComparisonText.ratio(effect.compared()),
                ComparisonText.interval(effect.compared()),
                ComparisonText.n(effect.compared())));
        if (elasticities) {
            cells.add(ExplanationText.elasticity(effect));
        }
        cells.add(ExplanationText.says(effect));
        return Row.of(cells.toArray(String[]::new));
    }
}
