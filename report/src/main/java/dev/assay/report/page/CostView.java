package dev.assay.report.page;

import dev.assay.analysis.cost.CostRange;
import dev.assay.analysis.cost.PointCost;
import dev.assay.analysis.cost.PointCost.Line;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.Block.Weight;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What points of a run cost: each value with the formula and the input that made it. */
public final class CostView {
    private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

    private CostView() {}

    /** A section for each point. */
    public static List<Block> of(List<PointCost> points) {
        return points.stream().<Block>map(CostView::section).toList();
    }

    private static Section section(PointCost point) {
        List<Row> rows = new ArrayList<>();
        for (Line line : point.lines()) {
            List<Block> below = new ArrayList<>();
            if (!line.value().known()) {
                below.add(Text.of(line.value().unknown()));
            }
            below.add(Text.note("= " + line.formula()));
            if (!line.input().isEmpty()) {
                below.add(Text.note("from " + line.input()));
            }
            rows.add(new Row(
                    Optional.empty(),
                    "",
                    line.weight() == PointCost.Weight.TOTAL ? Weight.MAIN : Weight.PLAIN,
                    List.of(Cell.of(line.name()), Cell.of(value(line))),
                    below));
        }
        return Section.of(
                "",
                point.label() + ": " + point.system() + ", " + point.level(),
                List.of(Table.of(
                        "cost",
                        "What " + point.label() + " costs",
                        List.of(Column.words("Line"), Column.words("Value")),
                        rows,
                        point.notes())));
    }

    private static String value(Line line) {
        CostRange value = line.value();
        return value.known() ? text(value) + " " + line.unit() : "not known";
    }

    /** Where it lies, such as {@code 1.2 to 1.4} or {@code at least 0.003}. */
    public static String text(CostRange value) {
        if (Double.isInfinite(value.high())) {
            return "at least " + number(value.low(), isWhole(value.low()));
        }
        boolean whole = isWhole(value.low()) && isWhole(value.high());
        String low = number(value.low(), whole);
        String high = number(value.high(), whole);
        return low.equals(high) ? low : low + " to " + high;
    }

    private static boolean isWhole(double value) {
        return String.format(Locale.ROOT, "%.2f", value).endsWith(".00");
    }

    /** Two decimals, or four digits of what is less than one. */
    private static String number(double value, boolean whole) {
        if (value == 0) {
            return "0";
        }
        return value < 1
                ? new BigDecimal(value).round(DIGITS).toPlainString()
                : String.format(Locale.ROOT, whole ? "%,.0f" : "%,.2f", value);
    }
}
