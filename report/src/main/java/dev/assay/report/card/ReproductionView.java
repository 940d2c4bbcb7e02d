package dev.assay.report.card;

import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.card.Reproduction.Answer;
import dev.assay.report.card.Reproduction.Word;
import dev.assay.report.text.ComparisonText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Cell;
import dev.assay.report.view.Block.Column;
import dev.assay.report.view.Block.Finding;
import dev.assay.report.view.Block.Lines;
import dev.assay.report.view.Block.Row;
import dev.assay.report.view.Block.Table;
import dev.assay.report.view.Block.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows the outcomes for the figures on a card to people: the interval first, then the word. */
public final class ReproductionView {
    private ReproductionView() {}

    /**
     * Shows the number of figures by word, each figure, and what else may explain a difference.
     *
     * @param title of the card
     */
    public static List<Block> blocks(String title, Reproduction reproduction) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Finding(Optional.of(grade(reproduction)), "", title + ": " + tally(reproduction)));
        if (!reproduction.differences().isEmpty()) {
            blocks.add(Text.caveat("What differs, and may explain differences:"));
            blocks.add(new Lines(reproduction.differences()));
        }
        blocks.add(Table.of(
                "reproduction",
                "Figures of " + title + ", on the card and here",
                List.of(
                        Column.words("Point"),
                        Column.words("Statistic"),
                        Column.number("Card"),
                        Column.number("n"),
                        Column.number("Here"),
                        Column.number("n"),
                        Column.number("Here / card"),
                        Column.number("95 % interval"),
                        Column.words("Answer")),
                reproduction.answers().stream().map(ReproductionView::row).toList(),
                List.of(note(reproduction))));
        return blocks;
    }

    /** Counts the figures by word, such as {@code 3 reproduced, 1 undecided}. */
    static String tally(Reproduction reproduction) {
        return reproduction.answers().isEmpty()
                ? "the card has no figure"
                : Arrays.stream(Word.values())
                        .filter(word -> reproduction.count(word) > 0)
                        .map(word -> reproduction.count(word) + " " + word)
                        .collect(Collectors.joining(", "));
    }

    private static Grade grade(Reproduction reproduction) {
        return Stream.of(Word.CONTRADICTED, Word.UNDECIDED, Word.NOT_COMPARABLE)
                .filter(word -> reproduction.count(word) > 0)
                .findFirst()
                .map(ReproductionView::grade)
                .orElse(reproduction.answers().isEmpty() ? Grade.DEGRADED : Grade.VALID);
    }

    private static Grade grade(Word word) {
        return switch (word) {
            case REPRODUCED, OFFERED -> Grade.VALID;
            case UNDECIDED, NOT_COMPARABLE -> Grade.DEGRADED;
            case CONTRADICTED -> Grade.INVALID;
        };
    }

    private static Row row(Answer answer) {
        List<String> cells = List.of(
                answer.point(),
                answer.statistic(),
                value(answer.unit(), answer.published()),
                String.valueOf(answer.publishedN()),
                value(answer.unit(), answer.rerun()),
                String.valueOf(answer.rerunN()),
                answer.ratio().map(Interval::centre).map(ComparisonText::number).orElse("withheld"),
                answer.ratio().map(ComparisonText::interval).orElse(""),
                answer.word() + ": " + answer.why());
        return new Row(
                Optional.of(grade(answer.word())),
                "",
                cells.stream().map(Cell::of).toList(),
                List.of());
    }

    private static String value(String unit, Optional<Double> value) {
        return value.map(known -> CardView.value(unit, known)).orElse("none");
    }

    private static String note(Reproduction reproduction) {
        String apart =
                " the ratio has a 95 % interval by the rules of comparisons for values that were not interleaved.";
        String rest =
                " Offered: a fixed rate that the scenario says must be sustained, which is no result. Not comparable: something else"
                        + " was measured, or values differ on another machine.";
        if (!reproduction.sampling().allowsWords()) {
            return "Values are medians of trials, n of them;" + apart
                    + " Trials of one run share what the machine did meanwhile, and the interval does not contain how far runs differ by"
                    + " themselves: a word takes a card of three runs, or three runs here." + rest;
        }
        String matters = ComparisonText.percent(reproduction.threshold());
        return "Values are medians of runs, n of them, each of which is the median of its trials;" + apart
                + " A side of fewer than three runs is taken to scatter as the other does."
                + " Reproduced: the whole interval is within " + matters
                + ". Contradicted: it excludes 1, the ratio is at least "
                + ComparisonText.number(1 + reproduction.threshold())
                + " or at most " + ComparisonText.number(1 / (1 + reproduction.threshold()))
                + ", and that stands after Holm's correction for all figures. Undecided: neither." + rest;
    }
}
