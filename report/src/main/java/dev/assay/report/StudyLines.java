package dev.assay.report;

import dev.assay.report.page.StudyFigures;
import dev.assay.scenario.study.StudyRecord;
import dev.assay.scenario.study.StudyRecord.CellRecord;
import dev.assay.scenario.study.StudyRecord.ClaimRecord;
import dev.assay.scenario.study.StudyRecord.FigureRecord;
import dev.assay.scenario.study.StudyRecord.LegRecord;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What came of a study, as text for a terminal: claim by claim, then measured beside published. */
public final class StudyLines {
    private StudyLines() {}

    /**
     * The lines, each ended by a line feed.
     *
     * @param ansi whether to colour them
     */
    public static String render(StudyRecord study, boolean ansi) {
        TerminalText text = new TerminalText(ansi);
        text.blank();
        text.bold("Claims of " + study.name() + ": " + study.title());
        if (!study.peaks().isEmpty()) {
            text.line(StudyFigures.SCALED);
            study.peaks().forEach(peak -> text.line("  " + StudyFigures.peak(peak)));
        }
        text.dim(StudyFigures.CHANCE);
        study.claims().forEach(claim -> claim(claim, text));
        text.blank();
        text.bold(StudyFigures.TABLE);
        study.cells().forEach(cell -> cell(cell, text));
        return text.toString();
    }

    private static void claim(ClaimRecord claim, TerminalText text) {
        text.blank();
        text.bold(claim.id() + " " + claim.outcome() + ": " + claim.says());
        claim.legs().forEach(leg -> leg(leg, text));
        claim.shown().forEach(leg -> leg(leg, text));
        Map<String, String> others = new TreeMap<>(claim.otherVariants());
        if (!others.isEmpty()) {
            text.line("  by other variants: "
                    + others.entrySet().stream()
                            .map(other -> other.getKey() + " " + other.getValue())
                            .collect(Collectors.joining(", ")));
        }
        text.dim("  confounders: " + claim.confounders());
        if (!claim.remarks().isEmpty()) {
            text.dim("  " + claim.remarks());
        }
    }

    private static void leg(LegRecord leg, TerminalText text) {
        text.line("  " + (leg.outcome().isEmpty() ? "beside it" : leg.outcome()) + ": " + leg.compares() + ": "
                + StudyFigures.measured(leg) + StudyFigures.expected(leg) + StudyFigures.published(leg)
                + (leg.why().isEmpty() ? "" : "; " + leg.why()));
    }

    private static void cell(CellRecord cell, TerminalText text) {
        text.line(cell.test() + "/" + cell.cell() + " (" + cell.system() + ", " + cell.variant() + ")"
                + (cell.trialOf().isEmpty() ? "" : ", the trials of " + cell.trialOf())
                + (cell.missing().isEmpty() ? "" : ": " + cell.missing()));
        if (!cell.missing().isEmpty()) {
            return;
        }
        if (!cell.scaled().isEmpty()) {
            text.line("    scaled: " + cell.scaled());
        }
        for (FigureRecord figure : cell.figures()) {
            text.line("    " + figure.statistic() + ": " + StudyFigures.measured(figure) + ", published "
                    + StudyFigures.published(figure));
        }
    }
}
