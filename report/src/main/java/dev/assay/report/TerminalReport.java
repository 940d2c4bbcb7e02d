package dev.assay.report;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.page.CapacityView;
import dev.assay.report.page.ComparisonView;
import dev.assay.report.page.GateView;
import dev.assay.report.page.Headline;
import dev.assay.report.page.Reasons;
import dev.assay.report.page.TrialView;
import dev.assay.report.page.VerificationView;
import dev.assay.report.text.Formats;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Finding;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.TerminalRenderer;
import dev.assay.report.view.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Renders a run for a terminal: verdict, latencies and delivery of each trial, at most 100 columns wide. */
public final class TerminalReport {
    private static final int MAX_DECISIONS = 6;

    private TerminalReport() {}

    /**
     * Returns the report as lines that end with a line feed.
     *
     * @param ansi whether to colour it with ANSI escape sequences; verdicts are words in any case
     */
    public static String render(RunAnalysis analysis, boolean ansi) {
        TerminalText text = new TerminalText(ansi);
        head(analysis, text);
        reasons(Reasons.of(analysis), text);
        sections(analysis, text, true);
        analysis.trials().forEach(trial -> TerminalRenderer.write(List.of(trial(trial, analysis)), text, true));
        return text.toString();
    }

    static void head(RunAnalysis analysis, TerminalText text) {
        Headline headline = Headline.of(analysis);
        text.bold(analysis.run().scenario());
        text.line("run " + analysis.run().id() + ", " + headline.tally());
        analysis.run()
                .conditions()
                .filter(conditions -> !analysis.run().findings().isEmpty()
                        && !(conditions.blocks().equals("1 block")
                                && !analysis.run().capacities().isEmpty()))
                .ifPresent(conditions -> text.line("repeated in " + conditions.blocks()));
        analysis.run().findings().forEach(finding -> text.line("  " + finding));
        CalibrationStatus calibration = analysis.run().calibration();
        if (calibration.calibration().isPresent() && !calibration.note().isEmpty()) {
            text.line(calibration.note());
        }
        gate(GateView.within(analysis), text);
        text.graded(headline.grade(), headline.text());
        ComparisonView.within(analysis)
                .ifPresent(comparison -> comparison.findings().forEach(text::bold));
        Headline.ofVerifications(analysis)
                .ifPresent(verifications -> text.graded(
                        verifications.grade(),
                        verifications.tally() + ". " + verifications.word() + ": " + verifications.sentence()));
    }

    /** Writes the worst decisions of a run's conditions, then the word and the exit code. */
    private static void gate(List<Finding> findings, TerminalText text) {
        int decisions = findings.size() - 1;
        for (int i = 0; i <= decisions; i++) {
            if (i < MAX_DECISIONS || i == decisions) {
                text.graded(
                        findings.get(i).grade().orElseThrow(), findings.get(i).text());
            } else if (i == MAX_DECISIONS) {
                text.line("and " + Formats.counted(decisions - MAX_DECISIONS, "more decision") + " in the report");
            }
        }
    }

    static void reasons(List<Block> reasons, TerminalText text) {
        if (!reasons.isEmpty()) {
            TerminalRenderer.write(List.of(Section.of("", "Reasons", reasons)), text, true);
        }
    }

    /** Writes the sections about the run as a whole, without values of single trials. */
    static void sections(RunAnalysis analysis, TerminalText text, boolean all) {
        TerminalRenderer.write(VerificationView.of(analysis.verifications()), text, all);
        TerminalRenderer.write(CapacityView.of(analysis), text, all);
    }

    private static Section trial(TrialAnalysis analysis, RunAnalysis run) {
        TrialRecord trial = analysis.trial();
        Grade grade = analysis.verdict().grade();
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Finding(Optional.of(grade), grade.mark() + " " + grade, ""));
        blocks.addAll(TrialView.of(analysis, run, List.of()));
        return Section.of(
                "", "#" + trial.identity().number() + " " + trial.identity().label(), blocks);
    }
}
