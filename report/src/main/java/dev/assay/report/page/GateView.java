package dev.assay.report.page;

import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.Gate.Decision;
import dev.assay.model.display.VisibleText;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.text.ComparisonText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Finding;
import java.io.StringWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Shows the results of conditions on a comparison to people, and to programs that read JUnit's XML. */
public final class GateView {
    private GateView() {}

    /** Shows the decisions, the worst first, and of equal outcomes those on a declared statistic first. */
    public static List<Block> of(List<Decision> decisions) {
        return decisions.stream()
                .sorted(Comparator.comparing(Decision::outcome).reversed().thenComparingInt(GateView::place))
                .<Block>map(GateView::finding)
                .toList();
    }

    private static int place(Decision decision) {
        List<String> declared = decision.pair().declared();
        int index = declared.indexOf(decision.condition().statistic());
        return index < 0 ? declared.size() : index;
    }

    private static Finding finding(Decision decision) {
        Grade grade = switch (decision.outcome()) {
            case PASSED -> Grade.VALID;
            case UNDECIDED -> Grade.DEGRADED;
            case FAILED -> Grade.INVALID;
        };
        String measured = decision.compared()
                .filter(compared -> compared.shown().estimate().isPresent())
                .map(compared -> ComparisonText.ratio(compared) + " times (" + ComparisonText.interval(compared)
                        + ", n = " + ComparisonText.n(compared)
                        + (compared.withoutWord() ? "; " + ComparisonText.word(compared) : "") + "): ")
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
                Optional.of(grade),
                decision.outcome().toString(),
                "fail if " + decision.condition() + ": " + ComparisonText.title(decision.pair()) + ": " + measured
                        + decision.why() + more + unexcluded);
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
