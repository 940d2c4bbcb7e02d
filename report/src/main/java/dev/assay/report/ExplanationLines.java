package dev.assay.report;

import dev.assay.analysis.explanation.Explanation;
import dev.assay.analysis.explanation.Explanation.Effect;
import dev.assay.report.figure.ComparisonText;
import dev.assay.report.figure.ExplanationText;
import java.util.List;
import java.util.Locale;

/** What held a trial back, on a terminal. */
public final class ExplanationLines {
    private ExplanationLines() {}

    /**
     * The lines, each ended by a line feed.
     *
     * @param ansi whether to colour them
     */
    public static String render(Explanation explanation, boolean ansi) {
        TerminalText text = new TerminalText(ansi);
        text.blank();
        ExplanationText.findings(explanation).forEach(text::bold);
        text.blank();
        text.dim(line("", "", "as it was", "moved", "ratio", List.of("95 % interval ", "n")));
        explanation.effects().forEach(effect -> text.line(effect(effect)));
        text.blank();
        text.dim(ExplanationText.note(explanation));
        return text.toString();
    }

    private static String effect(Effect effect) {
        String statistic = effect.figure().statistic();
        return line(
                effect.suspect().tag(),
                ComparisonText.name(statistic),
                ComparisonText.median(statistic, effect.figure().baseline()),
                ComparisonText.median(statistic, effect.figure().candidate()),
                ComparisonText.ratio(effect.figure()),
                List.of(
                        String.format(Locale.ROOT, "%-14s", ComparisonText.interval(effect.figure())),
                        ComparisonText.n(effect.figure()),
                        effect.answer().toString()));
    }

    private static String line(
            String suspect, String statistic, String base, String moved, String ratio, List<String> rest) {
        return String.format(
                        Locale.ROOT,
                        "  %-12s %-16s %13s %13s %8s  %s",
                        suspect,
                        statistic,
                        base,
                        moved,
                        ratio,
                        String.join("  ", rest))
                .stripTrailing();
    }
}
