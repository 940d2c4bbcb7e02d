package dev.assay.report.card;

import dev.assay.report.card.Card.Figure;
import dev.assay.report.card.Card.MeasuredSystem;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Finding;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.MarkdownRenderer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A card for people: as a snippet of Markdown, and as blocks of a page. */
public final class CardView {
    private CardView() {}

    /** The verdict, what was measured, the figures, and what may stand beside them. */
    public static List<Block> blocks(Card card) {
        return blocks(card, card.notComparable());
    }

    /**
     * The same for who knows more about what may stand beside it.
     *
     * @param not why its figures must not stand beside others'; none where they may
     */
    static List<Block> blocks(Card card, List<String> not) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Finding(Optional.of(card.verdict()), card.verdict().name(), verdict(card)));
        for (MeasuredSystem system : card.systems()) {
            blocks.add(Text.of(system.system() + " (" + system.client() + "): " + system.level() + ", "
                    + system.meaning() + "; " + system.verified()));
        }
        List<Row> rows = card.figures().stream().map(CardView::row).toList();
        blocks.add(Table.of(
                "card",
                "Figures of " + card.title(),
                List.of(
                        Column.words("Point"),
                        Column.words("Statistic"),
                        Column.number("Value"),
                        Column.number("95 % interval"),
                        Column.number("n")),
                rows,
                List.of("n is the number of trials or searches; an interval takes three.")));
        if (!card.leftOut().isEmpty()) {
            blocks.add(Text.caveat("Values left out, as a comparison would: " + leftOut(card)));
        }
        card.study()
                .ifPresent(study -> blocks.add(Text.of("Claims of the study " + study.name() + ": "
                        + study.claims().entrySet().stream()
                                .map(word -> word.getValue() + " " + word.getKey())
                                .collect(Collectors.joining(", ")))));
        blocks.add(Text.note("Measured " + card.measured() + " on " + machine(card) + ", by Assay " + card.assay()
                + (card.overrides().isEmpty() ? "" : ", with " + String.join(", ", card.overrides())) + "."));
        blocks.add(Text.note(
                not.isEmpty()
                        ? "Comparable with other runs of the same study: unchanged, VALID, level verified."
                        : "Free: " + String.join("; ", not) + "."));
        return blocks;
    }

    /** A snippet for a README or an issue; the badge lies beside it. */
    public static String markdown(Card card) {
        return "![Assay: " + Badge.text(card) + "](badge.svg)\n\n" + MarkdownRenderer.render(blocks(card));
    }

    private static String verdict(Card card) {
        String trials = card.trials().entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
        String reasons = card.reasons().entrySet().stream()
                .map(reason -> reason.getKey() + " (" + Formats.counted(reason.getValue(), "trial") + ")")
                .collect(Collectors.joining(", "));
        return card.title() + ", trials: " + trials + (reasons.isEmpty() ? "" : "; found: " + reasons);
    }

    /** Why values do not count, with how many. */
    static String leftOut(Card card) {
        return card.leftOut().entrySet().stream()
                .map(reason -> reason.getValue() + " " + reason.getKey())
                .collect(Collectors.joining(", "));
    }

    private static Row row(Figure figure) {
        return Row.of(figure.point(), figure.statistic(), value(figure), interval(figure), String.valueOf(figure.n()));
    }

    /** The value with its unit. */
    static String value(Figure figure) {
        return value(figure.unit().symbol(), figure.value());
    }

    /** Where it lies, at 95 %. */
    static String interval(Figure figure) {
        String unit = figure.unit().symbol();
        return figure.interval()
                .map(interval -> value(unit, interval.low())
                        + (Double.isInfinite(interval.high()) ? " or more" : " to " + value(unit, interval.high())))
                .orElse("not known");
    }

    /** A value in that unit of figures. */
    static String value(String unit, double value) {
        return switch (unit) {
            case "ns" -> LatencyUnit.text(Math.round(value));
            case "messages/s" -> Formats.rate(value);
            default -> Math.round(value) + " " + unit;
        };
    }

    /** Processors, memory and whether it is virtual, as a phrase. */
    static String machine(Card card) {
        Map<String, String> facts = card.machine();
        return facts.getOrDefault("cpu.model", "processors not known") + ", "
                + facts.getOrDefault("cpu.cores", "cores not known") + ", "
                + facts.getOrDefault("memory.total", "memory not known")
                + (facts.getOrDefault("virtual_machine", "").equals("yes") ? ", virtual machine" : "");
    }
}
