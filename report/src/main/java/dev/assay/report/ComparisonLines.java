package dev.assay.report;

import dev.assay.analysis.comparison.ComparedFigure;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.figure.ComparisonText;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Comparisons on a terminal: what may be said, what else may explain it, and the figures behind it. */
public final class ComparisonLines {
    private static final String INDENT = "  ";
    private static final int MAX_SETTINGS = 12;

    private ComparisonLines() {}

    /**
     * The lines, each ended by a line feed.
     *
     * @param ansi whether to colour them
     */
    public static String render(Comparison comparison, boolean ansi) {
        TerminalText text = new TerminalText(ansi);
        comparison.pairs().forEach(pair -> pair(pair, comparison.threshold(), text));
        text.blank();
        text.dim(ComparisonText.note(comparison));
        return text.toString();
    }

    private static void pair(Pair pair, double threshold, TerminalText text) {
        text.blank();
        text.bold(ComparisonText.finding(pair, threshold));
        pair.unequal().ifPresent(why -> text.graded(Grade.DEGRADED, INDENT + "! " + why));
        pair.flags().forEach(flag -> text.graded(Grade.DEGRADED, INDENT + "! " + flag));
        text.line(INDENT + "baseline:  " + pair.baseline());
        text.line(INDENT + "candidate: " + pair.candidate());
        text.dim(line("", "baseline", "candidate", "ratio", "95 % interval", "n"));
        pair.figures().forEach(figure -> figure(figure, threshold, text));
        String methods = ComparisonText.methods(pair.figures());
        if (!methods.isEmpty()) {
            text.dim(INDENT + "intervals by " + methods + "; baseline and candidate are medians of n trials");
        }
        settings(pair.settings(), text);
    }

    private static void figure(ComparedFigure figure, double threshold, TerminalText text) {
        text.line(line(
                        ComparisonText.name(figure.statistic()),
                        ComparisonText.median(figure.statistic(), figure.baseline()),
                        ComparisonText.median(figure.statistic(), figure.candidate()),
                        ComparisonText.ratio(figure),
                        ComparisonText.interval(figure),
                        ComparisonText.n(figure))
                .stripTrailing());
        text.line(INDENT
                + INDENT
                + ComparisonText.says(figure, threshold)
                + (figure.leftOut().isEmpty() ? "" : "; left out: " + ComparisonText.leftOut(figure)));
    }

    private static String line(
            String name, String baseline, String candidate, String ratio, String interval, String n) {
        return String.format(
                Locale.ROOT, "%s%-22s %14s %14s %8s  %-14s %s", INDENT, name, baseline, candidate, ratio, interval, n);
    }

    private static void settings(Map<String, List<String>> settings, TerminalText text) {
        if (settings.isEmpty()) {
            return;
        }
        text.line(INDENT + "settings that differ, baseline then candidate:");
        settings.entrySet().stream()
                .limit(MAX_SETTINGS)
                .forEach(entry -> text.line(INDENT + INDENT + entry.getKey() + ": "
                        + entry.getValue().getFirst() + ", " + entry.getValue().getLast()));
        if (settings.size() > MAX_SETTINGS) {
            text.line(INDENT + INDENT + "and " + (settings.size() - MAX_SETTINGS) + " more: see --markdown FILE");
        }
    }
}
