package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.Gate;
import dev.assay.analysis.comparison.Gate.Decision;
import dev.assay.analysis.comparison.Gate.Outcome;
import dev.assay.analysis.comparison.Uncomparable;
import dev.assay.model.display.VisibleText;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.text.ComparisonText;
import dev.assay.report.view.Block.Finding;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Shows the results of conditions on a comparison to people, and to programs that read JUnit's XML. */
public final class GateView {
    private GateView() {}

    /**
     * Shows the decisions, the worst first, and of equal outcomes those on a declared statistic first; then the word and the exit code
     * of all together.
     *
     * @param code that stands for them; what else went wrong may outrank it
     * @return nothing where there are no decisions
     */
    public static List<Finding> of(List<Decision> decisions, ExitCode code) {
        if (decisions.isEmpty()) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>(decisions.stream()
                .sorted(Comparator.comparing(Decision::outcome).reversed().thenComparingInt(GateView::place))
                .map(GateView::finding)
                .toList());
        findings.add(together(Gate.worst(decisions), code));
        return findings;
    }

    /** Shows the decisions on the conditions of a run's own scenario; nothing where it has none. */
    public static List<Finding> within(RunAnalysis run) {
        try {
            List<Decision> decisions = Gate.within(run, Optional.empty(), Optional.empty());
            return of(decisions, Gate.exitCode(decisions));
        } catch (Uncomparable e) {
            return List.of(
                    new Finding(Optional.of(Grade.DEGRADED), "", "fail-if: " + e.getMessage()),
                    together(Outcome.UNDECIDED, ExitCode.INCONCLUSIVE));
        }
    }

    private static Finding together(Outcome worst, ExitCode code) {
        return new Finding(
                Optional.of(grade(worst)), "%s (the gate's exit code: %d)".formatted(worst.name(), code.code()), "");
    }

    private static Grade grade(Outcome outcome) {
        return switch (outcome) {
            case PASSED -> Grade.VALID;
            case UNDECIDED -> Grade.DEGRADED;
            case FAILED -> Grade.INVALID;
        };
    }

    private static int place(Decision decision) {
        List<String> declared = decision.pair().declared();
        int index = declared.indexOf(decision.condition().statistic());
        return index < 0 ? declared.size() : index;
    }

    private static Finding finding(Decision decision) {
        String measured = decision.compared()
                .filter(compared -> compared.shown().estimate().isPresent())
                .map(compared -> ComparisonText.measured(compared)
                        + (compared.withoutWord() ? ", " + ComparisonText.word(compared) : "") + ": ")
                .orElse("");
        String more = decision.blocksMore()
                .map(blocks -> "; about " + blocks + " more "
                        + decision.compared()
                                .map(compared -> compared.sampling().toString())
                                .orElse("blocks") + " would decide it")
                .orElse("");
        String unexcluded = decision.compared()
                .flatMap(ComparisonText::unexcluded)
                .map(text -> "; " + text)
                .orElse("");
        return new Finding(
                Optional.of(grade(decision.outcome())),
                "",
                "%s: %s%s (fail if %s): %s%s%s"
                        .formatted(
                                ComparisonText.title(decision.pair()),
                                measured,
                                decision.outcome().name(),
                                decision.condition(),
                                decision.why(),
                                more,
                                unexcluded));
    }

    /**
     * Returns the decisions as a test suite: a failed condition is a failure; an undecided one is skipped where it passes,
     * else it is a failure, too.
     *
     * @param undecidedPasses whether undecided conditions pass
     */
    public static String junit(List<Decision> decisions, boolean undecidedPasses) {
        StringWriter out = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "assay compare");
            xml.writeAttribute("tests", String.valueOf(decisions.size()));
            xml.writeAttribute("failures", count(decisions, "failure", undecidedPasses));
            xml.writeAttribute("errors", "0");
            xml.writeAttribute("skipped", count(decisions, "skipped", undecidedPasses));
            for (Decision decision : decisions) {
                testcase(xml, decision, element(decision, undecidedPasses));
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("XML can't be written into memory", e);
        }
        return out + "\n";
    }

    /** Returns the element of a decision in the suite; empty for a test that passed. */
    private static String element(Decision decision, boolean undecidedPasses) {
        return switch (decision.outcome()) {
            case PASSED -> "";
            case FAILED -> "failure";
            case UNDECIDED -> undecidedPasses ? "skipped" : "failure";
        };
    }

    private static String count(List<Decision> decisions, String element, boolean undecidedPasses) {
        return String.valueOf(decisions.stream()
                .filter(decision -> element(decision, undecidedPasses).equals(element))
                .count());
    }

    private static void testcase(XMLStreamWriter xml, Decision decision, String element) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", VisibleText.of(ComparisonText.title(decision.pair())));
        xml.writeAttribute("name", decision.condition().toString());
        xml.writeAttribute("time", "0");
        Optional<ComparedStatistic> marked = decision.compared().filter(ComparedStatistic::withoutWord);
        if (marked.isPresent()) {
            xml.writeStartElement("properties");
            xml.writeEmptyElement("property");
            xml.writeAttribute("name", "why");
            xml.writeAttribute(
                    "value", VisibleText.of(ComparisonText.leftOut(marked.get().leftOut())));
            xml.writeEndElement();
        }
        if (!element.isEmpty()) {
            xml.writeStartElement(element);
            if (element.equals("failure")) {
                xml.writeAttribute("type", decision.outcome().toString());
            }
            xml.writeAttribute("message", VisibleText.of(finding(decision).text()));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }
}
