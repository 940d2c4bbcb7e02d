package dev.assay.cli.run;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.cli.CommandFailure;
import dev.assay.cli.ExitCode;
import dev.assay.core.result.TrialRecord;
import dev.assay.report.HtmlReport;
import dev.assay.report.TerminalReport;
import dev.assay.store.RunDirectory;
import java.io.PrintWriter;
import java.util.List;

/** From a run directory to the report, the summary and the table on the terminal; needs nothing else. */
public final class Reporting {
    private final RunDirectory directory;
    private final PrintWriter out;

    public Reporting(RunDirectory directory, PrintWriter out) {
        this.directory = directory;
        this.out = out;
    }

    /**
     * Writes {@code report.html}, {@code summary.json} and {@code summary.csv}, and prints the table.
     *
     * @throws CommandFailure when no trial of the run was finished
     */
    public RunOutcome publish() {
        List<String> unfinished = directory.unfinished();
        if (directory.finished().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.INVALID,
                    "no trial of " + directory.path() + " was finished, so there is nothing to report");
        }
        RunAnalysis analysis = RunAnalyzer.analyze(directory.readRun());
        directory.writeReport(HtmlReport.render(analysis));
        List<TrialRecord> trials =
                analysis.trials().stream().map(trial -> trial.trial()).toList();
        directory.writeSummary(trials, RunAnalyzer.rows(analysis));
        out.println(TerminalReport.render(
                analysis, System.console() != null && System.console().isTerminal()));
        if (!unfinished.isEmpty()) {
            out.println("not finished, so not reported: " + String.join(", ", unfinished));
        }
        out.println("run directory: " + directory.path());
        out.println("report:        " + directory.path().resolve("report.html"));
        out.flush();
        return new RunOutcome(analysis.worst(), ExitCode.OK);
    }
}
