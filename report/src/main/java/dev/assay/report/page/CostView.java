package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.cost.MessageCost;
import dev.assay.analysis.cost.Prices;
import dev.assay.analysis.cost.Prices.Item;
import dev.assay.model.display.Figure;
import dev.assay.model.result.Interval;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

public final class CostView {
    private static final MathContext DIGITS = new MathContext(3);

    private static final List<String> NOTES = List.of(
            "Per million messages acknowledged; a GB is 10⁹ bytes. n counts trials that are not INVALID and have the value; in brackets the 95 % interval over three or more, otherwise from the lowest to the highest.",
            "Priced is what was used, not what stands idle. Bytes are those over TCP, with requests, answers and the workers' reports. A total takes all that has a price; 'not known' was not recorded, or the system is in the workers.");

    private CostView() {}

    /** Returns a section with one table, which has for each point the total and then its parts. */
    public static List<Block> of(RunAnalysis run, Prices prices) {
        List<Row> rows = new ArrayList<>();
        for (MessageCost point : MessageCost.of(run)) {
            List<Double> totals = point.totals(prices);
            rows.add(row(Weight.MAIN, point.point(), totals, "", "", text(totals)));
            prices.amounts().forEach((item, price) -> {
                List<Double> quantities = point.quantities(item);
                List<Double> costs = quantities.stream()
                        .map(quantity -> prices.cost(item, quantity))
                        .toList();
                rows.add(row(
                        Weight.PLAIN,
                        item.title(),
                        quantities,
                        quantity(item, quantities),
                        price(item, price),
                        text(costs)));
            });
        }
        Block table = rows.isEmpty()
                ? Text.of("No trial counts: none has a measured phase, or all are INVALID.")
                : Table.of(
                        "cost",
                        "What a million messages cost",
                        List.of(
                                Column.words("What was measured"),
                                Column.number("n"),
                                Column.number("took"),
                                Column.number("price"),
                                Column.number("cost, " + prices.currency())),
                        rows,
                        NOTES);
        return List.of(Section.of(
                "cost", "What a million messages cost", List.of(table, Text.note("Prices: " + prices.source()))));
    }

    private static Row row(Weight weight, String name, List<Double> values, String took, String price, String cost) {
        return Row.of(
                weight,
                List.of(
                        Cell.of(name),
                        Cell.of(String.valueOf(values.size())),
                        Cell.of(took),
                        Cell.of(price),
                        Cell.of(cost)));
    }

    private static String quantity(Item item, List<Double> values) {
        return text(values) + (values.isEmpty() ? "" : item.isTime() ? " s" : " GB");
    }

    private static String price(Item item, double price) {
        return Figure.plain(BigDecimal.valueOf(price)) + (item.isTime() ? " per hour" : " per GB");
    }

    /** Writes a value with its interval, such as {@code 1.25 (1.2 to 1.3)}; of fewer than three trials, their values or both ends. */
    static String text(List<Double> values) {
        if (values.isEmpty()) {
            return "not known";
        }
        Optional<Interval> interval = Interval.of(values);
        if (interval.isPresent()) {
            return "%s (%s to %s)"
                    .formatted(
                            number(interval.get().centre()),
                            number(interval.get().low()),
                            number(interval.get().high()));
        }
        String low = number(Collections.min(values));
        String high = number(Collections.max(values));
        return low.equals(high) ? low : low + " to " + high;
    }

    private static String number(double value) {
        return value >= 100 ? Figure.of("%,.0f", value) : Figure.plain(new BigDecimal(value).round(DIGITS));
    }
}
