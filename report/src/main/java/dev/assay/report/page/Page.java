package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.core.result.RunRecord;
import dev.assay.core.result.TrialRecord;
import dev.assay.report.chart.ChartData;
import dev.assay.report.chart.Comparison;
import dev.assay.report.figure.CommandText;
import java.util.List;
import java.util.Optional;

/**
 * A whole page, all but its style and scripts.
 *
 * @param besideTrials what the proofs amount to where there are trials as well
 */
public record Page(
        RunRecord run,
        Headline headline,
        Overview overview,
        List<TrialSection> trials,
        ChartData charts,
        ProofTable proofs,
        Optional<Headline> besideTrials) {
    /** The page of that run. */
    public static Page of(RunAnalysis analysis) {
        List<TrialSection> trials = analysis.trials().stream()
                .map(trial -> TrialSection.of(trial, ProvenBox.of(trial.trial(), analysis)))
                .toList();
        Overview overview = Overview.of(analysis.trials());
        return new Page(
                analysis.run(),
                Headline.of(analysis),
                overview,
                trials,
                new ChartData(trials.stream().map(TrialSection::charts).toList(), Comparison.of(overview.trials())),
                ProofTable.of(analysis.proofs()),
                Headline.besideTrials(analysis));
    }

    /** Whether the durability of one of the trials was put to the test. */
    public ProvenBox proven(TrialRecord trial) {
        return trials.stream()
                .filter(section -> section.trial().number() == trial.number())
                .map(TrialSection::proven)
                .findFirst()
                .orElseThrow();
    }

    /** Whether there are trials to compare. */
    public boolean severalTrials() {
        return trials.size() > 1;
    }

    /** The command line to paste into a shell. */
    public String command() {
        return CommandText.of(run.commandLine());
    }

    /** Trials that were planned and did not finish. */
    public int unfinished() {
        return Math.max(0, run.planned().size() - trials.size());
    }
}
