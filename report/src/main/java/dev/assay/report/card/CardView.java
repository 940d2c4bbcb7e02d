package dev.assay.report.card;

import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Readings;
import dev.assay.model.display.Figure;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.report.card.Card.MeasuredSystem;
import dev.assay.report.card.Card.RunFacts;
import dev.assay.report.text.ComparisonText;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Finding;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.Block.Weight;
import dev.assay.report.view.MarkdownRenderer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Shows a card to people: as a Markdown snippet, and as blocks of a page. */
public final class CardView {
    private CardView() {}

    public static List<Block> blocks(Card card) {
        return blocks(card, card.notComparable());
    }

    /**
     * Shows a card with the caller's reasons against comparing its figures.
     *
     * @param not why its figures must not be compared with others'; empty where they may
     */
    static List<Block> blocks(Card card, List<String> not) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Finding(Optional.of(card.verdict()), card.verdict().name(), verdict(card)));
        for (MeasuredSystem system : card.systems()) {
            blocks.add(Text.of(system.system() + " (" + system.client() + "): " + DurabilityLevel.named(system.level())
                    + ", " + system.meaning() + "; " + system.verified()));
        }
        List<Row> rows = new ArrayList<>();
        card.figures()
                .forEach((point, figures) ->
                        figures.forEach((statistic, readings) -> rows.add(row(point, statistic, readings))));
        card.withheld()
                .forEach((point, withheld) ->
                        withheld.forEach((statistic, readings) -> rows.add(withoutWord(point, statistic, readings))));
        if (rows.isEmpty()) {
            blocks.add(Text.caveat("No figures: no trial has a value that counts or could be shown."));
        } else {
            blocks.add(figures(card, rows));
        }
        if (!card.leftOut().isEmpty()) {
            blocks.add(
                    Text.caveat("Values left out, as a comparison would: " + ComparisonText.leftOut(card.leftOut())));
        }
        if (!card.claims().isEmpty()) {
            blocks.add(Table.of(
                    "claims",
                    "Claims of " + card.facts().title(),
                    List.of(Column.words("Claim"), Column.words("Word")),
                    card.claims().entrySet().stream()
                            .map(claim -> Row.of(
                                    claim.getKey(),
                                    words(claim.getValue(), card.rows().size())))
                            .toList(),
                    List.of()));
        }
        card.facts().runs().stream().map(CardView::origin).distinct().forEach(origin -> blocks.add(Text.note(origin)));
        if (!card.facts().overrides().isEmpty()) {
            blocks.add(Text.note("With " + String.join(", ", card.facts().overrides()) + "."));
        }
        if (card.lock().warm()) {
            blocks.add(
                    Text.note(
                            "Measured on a cluster that 'assay cluster up' had started before: it was warm, and shared by all trials. 'assay run' of the card starts such a cluster itself."));
        }
        if (card.lock().existing()) {
            blocks.add(Text.note(
                    "The card can be read, but not run: a cluster was measured that somebody else had started."));
        }
        blocks.add(Text.note(
                not.isEmpty()
                        ? "Comparable with other runs of the same study: unchanged, VALID, level verified."
                        : "Free: " + String.join("; ", not) + "."));
        return blocks;
    }

    /** Returns a snippet for a README or an issue; the badge's file must be next to it. */
    public static String markdown(Card card) {
        return "![Assay: " + Badge.text(card) + "](badge.svg)\n\n" + MarkdownRenderer.render(blocks(card));
    }

    private static Table figures(Card card, List<Row> rows) {
        return Table.of(
                "card",
                "Figures of " + card.facts().title(),
                List.of(
                        Column.words("Point"),
                        Column.words("Statistic"),
                        Column.number("Value"),
                        Column.number("95 % interval"),
                        Column.number("n")),
                rows,
                List.of(
                        card.rows().size() > 1
                                ? "n is the number of runs, each of which has one value; three to five of them, and those of searches, are shown as their geometric mean, others as their median; an interval takes three."
                                : "n is the number of trials or searches; three to five values, and those of searches, are shown as their geometric mean, others as their median; an interval takes three."));
    }

    private static String verdict(Card card) {
        int runs = card.rows().size();
        String trials = Card.counts(card.facts(), RunFacts::trials).entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
        String reasons = Card.counts(card.facts(), RunFacts::reasons).entrySet().stream()
                .map(reason -> reason.getKey() + " (" + Formats.counted(reason.getValue(), "trial") + ")")
                .collect(Collectors.joining(", "));
        return card.facts().title() + (runs > 1 ? ", " + runs + " runs" : "") + ", trials: " + trials
                + (reasons.isEmpty() ? "" : "; found: " + reasons);
    }

    /** Writes counts of several runs, or the only word of one. */
    private static String words(Map<String, Integer> words, int runs) {
        return words.entrySet().stream()
                .map(word -> (runs > 1 ? word.getValue() + " " : "") + word.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String origin(RunFacts run) {
        return "Measured " + run.measured() + " on " + machine(run) + ", by Assay " + run.assay() + ".";
    }

    /** Returns a row of values that do not count, with the reason and a remark that they decide nothing. */
    private static Row withoutWord(String point, String statistic, Readings readings) {
        boolean disturbed = readings.rows().stream().anyMatch(Reading::disturbed);
        Map<String, Integer> why = new TreeMap<>();
        readings.rows().forEach(row -> why.merge(row.why(), 1, Integer::sum));
        String remark = (disturbed ? "disturbed" : "left out") + ", no word: " + ComparisonText.leftOut(why);
        return new Row(
                Optional.empty(),
                "",
                Weight.QUIET,
                row(point, statistic, readings).cells(),
                List.of(Text.note(remark)));
    }

    private static Row row(String point, String statistic, Readings readings) {
        String unit = readings.statistic().unit().symbol();
        String interval = readings.interval()
                .map(range -> value(unit, range.low())
                        + (Double.isInfinite(range.high()) ? " or more" : " to " + value(unit, range.high())))
                .orElse("not known");
        return Row.of(point, statistic, value(unit, Card.typical(readings)), interval, String.valueOf(readings.n()));
    }

    static String value(String unit, double value) {
        return switch (unit) {
            case "ns" -> LatencyUnit.text(Math.rint(value));
            case "messages/s" -> Formats.rate(value);
            default -> Figure.of("%.0f", value) + " " + unit;
        };
    }

    /** Describes processors, memory and whether the machine is virtual. */
    private static String machine(RunFacts run) {
        Map<String, String> facts = run.machine();
        return facts.getOrDefault("cpu.model", "processors not known") + ", "
                + facts.getOrDefault("cpu.cores", "cores not known") + ", "
                + facts.getOrDefault("memory.total", "memory not known")
                + (facts.getOrDefault("virtual_machine", "").equals("yes") ? ", virtual machine" : "");
    }
}
