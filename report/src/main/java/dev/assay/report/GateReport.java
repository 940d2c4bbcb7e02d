package dev.assay.report;

import dev.assay.analysis.comparison.ComparedFigure;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.comparison.Gate.Decision;
import dev.assay.analysis.comparison.Gate.Outcome;
import dev.assay.model.display.VisibleText;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.figure.ComparisonText;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Comparisons and what a gate made of them, for people on a terminal, for pages that show Markdown, and for programs that read JUnit's XML. */
public final class GateReport {
    private GateReport() {}

    /**
     * The decisions as lines that end with a line feed, the worst first.
     *
     * @param ansi whether to colour them
     */
    public static String terminal(List<Decision> decisions, boolean ansi) {
        TerminalText text = new TerminalText(ansi);
        text.blank();
        decisions.stream()
                .sorted((one, other) -> other.outcome().compareTo(one.outcome()))
                .forEach(decision -> text.graded(grade(decision.outcome()), sentence(decision)));
        return text.toString();
    }

    private static Grade grade(Outcome outcome) {
        return switch (outcome) {
            case PASSED -> Grade.VALID;
            case UNDECIDED -> Grade.DEGRADED;
            case FAILED -> Grade.INVALID;
        };
    }

    private static String sentence(Decision decision) {
        return decision.outcome() + ": fail if " + decision.gate() + ": " + ComparisonText.title(decision.pair()) + ": "
                + measured(decision) + decision.why()
                + decision.blocksMore()
                        .map(more -> "; about " + more + " more blocks would tell")
                        .orElse("");
    }

    private static String measured(Decision decision) {
        return decision.figure()
                .filter(figure -> figure.estimate().isPresent())
                .map(figure -> ComparisonText.ratio(figure) + " times (" + ComparisonText.interval(figure) + ", n = "
                        + ComparisonText.n(figure) + "): ")
                .orElse("");
    }

    /**
     * All of it as Markdown.
     *
     * @param decisions none where nothing was to be decided
     */
    public static String markdown(Comparison comparison, List<Decision> decisions) {
        StringBuilder text = new StringBuilder();
        if (!decisions.isEmpty()) {
            text.append(
                    "| Outcome | Fails if | Compared | Ratio | 95 % interval | n | Why |\n|---|---|---|---|---|---|---|\n");
            decisions.forEach(decision -> row(
                    text,
                    "**" + decision.outcome() + "**",
                    cell(decision.gate().toString()),
                    cell(ComparisonText.title(decision.pair())),
                    decision.figure().map(ComparisonText::ratio).orElse("withheld"),
                    decision.figure().map(ComparisonText::interval).orElse(""),
                    decision.figure().map(ComparisonText::n).orElse("0"),
                    cell(decision.why()
                            + decision.blocksMore()
                                    .map(more -> "; about " + more + " more blocks would tell")
                                    .orElse(""))));
        }
        comparison.pairs().forEach(pair -> pair(text, pair, comparison.threshold()));
        return text.append('\n')
                .append(cell(ComparisonText.note(comparison)))
                .append('\n')
                .toString();
    }

    private static void pair(StringBuilder text, Pair pair, double threshold) {
        text.append("\n### ").append(cell(ComparisonText.title(pair))).append("\n\n");
        text.append(cell(ComparisonText.finding(pair, threshold))).append("\n\n");
        pair.unequal().ifPresent(why -> text.append("> **").append(cell(why)).append("**\n\n"));
        pair.flags().forEach(flag -> text.append("> ").append(cell(flag)).append("\n\n"));
        row(
                text,
                "Statistic",
                cell(pair.baseline()),
                cell(pair.candidate()),
                "Ratio",
                "95 % interval",
                "n",
                "Says",
                "Left out");
        text.append("|---|--:|--:|--:|---|--:|---|---|\n");
        for (ComparedFigure figure : pair.figures()) {
            row(
                    text,
                    ComparisonText.name(figure.statistic()),
                    ComparisonText.value(figure.statistic(), figure.baseline()),
                    ComparisonText.value(figure.statistic(), figure.candidate()),
                    ComparisonText.ratio(figure),
                    ComparisonText.interval(figure),
                    ComparisonText.n(figure),
                    ComparisonText.says(figure, threshold),
                    ComparisonText.leftOut(figure));
        }
        settings(text, pair.settings());
    }

    private static void settings(StringBuilder text, Map<String, List<String>> settings) {
        if (!settings.isEmpty()) {
            text.append("\nSettings that differ:\n\n| Setting | Baseline | Candidate |\n|---|---|---|\n");
            settings.forEach((name, values) -> row(text, cell(name), cell(values.getFirst()), cell(values.getLast())));
        }
    }

    private static void row(StringBuilder text, String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /** Text of others: nothing of it is markup. */
    private static String cell(String text) {
        return VisibleText.of(text)
                .replaceAll("\\s+", " ")
                .replace("\\", "\\\\")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replaceAll("([|`*_\\[\\]])", "\\\\$1");
    }

    /**
     * The decisions as a test suite: what failed is a failure, what is undecided is one unless it is let through, and then it is skipped.
     *
     * @param undecidedPasses whether what is undecided is let through
     */
    public static String junit(List<Decision> decisions, boolean undecidedPasses) {
        StringWriter out = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "assay gate");
            xml.writeAttribute("tests", String.valueOf(decisions.size()));
            xml.writeAttribute("failures", String.valueOf(count(decisions, Outcome.FAILED, undecidedPasses)));
            xml.writeAttribute("errors", "0");
            xml.writeAttribute(
                    "skipped",
                    String.valueOf(decisions.stream()
                            .filter(decision -> skipped(decision, undecidedPasses))
                            .count()));
            for (Decision decision : decisions) {
                testcase(xml, decision, undecidedPasses);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("XML can't be written into memory", e);
        }
        return out + "\n";
    }

    private static boolean skipped(Decision decision, boolean undecidedPasses) {
        return undecidedPasses && decision.outcome() == Outcome.UNDECIDED;
    }

    private static long count(List<Decision> decisions, Outcome failed, boolean undecidedPasses) {
        return decisions.stream()
                .filter(decision ->
                        decision.outcome() == failed || (!undecidedPasses && decision.outcome() == Outcome.UNDECIDED))
                .count();
    }

    private static void testcase(XMLStreamWriter xml, Decision decision, boolean undecidedPasses)
            throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", VisibleText.of(ComparisonText.title(decision.pair())));
        xml.writeAttribute("name", "not " + decision.gate());
        xml.writeAttribute("time", "0");
        Optional<String> element = switch (decision.outcome()) {
            case PASSED -> Optional.empty();
            case FAILED -> Optional.of("failure");
            case UNDECIDED -> Optional.of(undecidedPasses ? "skipped" : "failure");
        };
        if (element.isPresent()) {
            xml.writeStartElement(element.get());
            if (element.get().equals("failure")) {
                xml.writeAttribute("type", decision.outcome().toString());
            }
            xml.writeAttribute("message", VisibleText.of(sentence(decision)));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }
}
