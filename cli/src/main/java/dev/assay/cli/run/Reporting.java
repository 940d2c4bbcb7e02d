package dev.assay.cli.run;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.analysis.SummaryLines;
import dev.assay.analysis.comparison.Gate;
import dev.assay.analysis.comparison.Gate.Decision;
import dev.assay.analysis.comparison.Uncomparable;
import dev.assay.analysis.cost.Prices;
import dev.assay.analysis.study.StudyReporting;
import dev.assay.cli.terminal.Terminal;
import dev.assay.model.display.VisibleText;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.unit.InstantText;
import dev.assay.report.ClosingSummary;
import dev.assay.report.HtmlReport;
import dev.assay.report.TerminalReport;
import dev.assay.report.page.CostView;
import dev.assay.report.page.StudyView;
import dev.assay.report.view.Block;
import dev.assay.run.launch.RunOutcome;
import dev.assay.store.LatestRun;
import dev.assay.store.RunDirectory;
import dev.assay.store.StoreException;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Makes the report, the summary and the terminal's text from a run directory alone. */
public final class Reporting {
    private final RunDirectory directory;
    private final PrintWriter out;
    private final boolean verbose;
    private final Optional<Prices> prices;

    /** Reports with a short summary and without costs. */
    public Reporting(RunDirectory directory, PrintWriter out) {
        this(directory, out, false, Optional.empty());
    }

    /**
     * Reports with a choice of details.
     *
     * @param verbose whether to print all statistics of each trial, also where there are several
     * @param prices for the cost of messages; empty for a report without costs
     */
    public Reporting(RunDirectory directory, PrintWriter out, boolean verbose, Optional<Prices> prices) {
        this.directory = directory;
        this.out = out;
        this.verbose = verbose;
        this.prices = prices;
    }

    /**
     * Writes {@code report.html}, {@code summary.json} and {@code summary.csv}, and prints the summary.
     *
     * @throws CommandFailure when no trial of the run was finished
     */
    public RunOutcome publish() {
        if (directory.hasNothingToReport()) {
            throw new CommandFailure(
                    ExitCode.INVALID,
                    "no trial of " + directory.path() + " finished, so there is nothing to report"
                            + unfinished().collect(Collectors.joining()));
        }
        RunAnalysis analysis = RunAnalyzer.analyze(directory.keeping());
        Optional<StudyRecord> study = StudyReporting.of(directory, analysis, out::println);
        study.ifPresent(directory::writeStudy);
        directory.writeReport(HtmlReport.render(analysis, study, prices));
        directory.writeSummary(
                SummaryLines.VERSION, SummaryLines.COLUMNS, SummaryLines.trials(analysis), SummaryLines.rows(analysis));
        Terminal.draw(
                out,
                verbose
                        ? TerminalReport.render(analysis, Terminal.isColoured())
                        : ClosingSummary.render(analysis, Terminal.isColoured()));
        out.println();
        study.ifPresent(results -> print(StudyView.of(results)));
        prices.ifPresent(known -> print(CostView.of(analysis, known)));
        unfinished().forEach(out::print);
        out.println();
        out.println("run directory: " + directory.path());
        out.println("report:        " + directory.path().resolve("report.html"));
        out.flush();
        Grade worst = analysis.verifiesOnly() ? Grade.VALID : analysis.worst();
        return new RunOutcome(worst, RunOutcome.ofVerifications(analysis), gate(analysis), ExitCode.OK);
    }

    private void print(List<Block> blocks) {
        Terminal.print(out, blocks);
        out.println();
    }

    /** Returns the exit code of the scenario's conditions; empty where it has none. */
    private static Optional<ExitCode> gate(RunAnalysis analysis) {
        try {
            List<Decision> decisions = Gate.within(analysis, Optional.empty(), Optional.empty());
            return decisions.isEmpty() ? Optional.empty() : Optional.of(Gate.exitCode(decisions));
        } catch (Uncomparable _) {
            return Optional.of(ExitCode.INCONCLUSIVE);
        }
    }

    /**
     * Opens a run directory.
     *
     * @throws CommandFailure when the directory is none
     */
    public static RunDirectory open(Path directory) {
        return known(() -> RunDirectory.open(directory));
    }

    /**
     * Returns the directory that a word stands for, which may be {@code latest}.
     *
     * @throws CommandFailure when there is no latest run
     */
    public static Path named(Path directory) {
        return known(() -> LatestRun.named(directory));
    }

    /**
     * Returns the directories and cards that words stand for, each run once.
     *
     * @throws CommandFailure when there is no latest run
     */
    public static List<Path> named(List<Path> directories) {
        return known(() -> LatestRun.allNamed(directories));
    }

    private static <T> T known(Supplier<T> read) {
        try {
            return read.get();
        } catch (StoreException e) {
            throw CommandFailure.badInput(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Returns a link from a page to the report of a run.
     *
     * @param page the file that will contain the page
     * @return empty where the run has no report, or none that a relative path leads to
     */
    public static Optional<String> link(Path page, Path directory) {
        return reference(page, directory.resolve("report.html"));
    }

    /**
     * Returns a link from a page to a file.
     *
     * @param page the file that will contain the page
     * @return empty where there is no such file, or none that a relative path leads to
     */
    public static Optional<String> reference(Path page, Path file) {
        Path to = file.toAbsolutePath().normalize();
        Path from = page.toAbsolutePath().normalize().getParent();
        if (!Files.isRegularFile(to) || from == null || !Objects.equals(from.getRoot(), to.getRoot())) {
            return Optional.empty();
        }
        // Browsers would take a first segment with a colon for a scheme.
        return Optional.of("./"
                + StreamSupport.stream(from.relativize(to).spliterator(), false)
                        .map(segment -> URLEncoder.encode(segment.toString(), StandardCharsets.UTF_8)
                                .replace("+", "%20"))
                        .collect(Collectors.joining("/")));
    }

    /** Returns a line feed and a line for each trial that began and is not in the report; its folder has the whole of a long reason. */
    private Stream<String> unfinished() {
        Stream<String> missing = directory.unfinished().stream()
                .map(trial -> "not finished, so not reported: %s (%s)"
                        .formatted(
                                trial,
                                directory
                                        .failure(trial)
                                        .flatMap(reason -> reason.lines().findFirst())
                                        .orElse("cut short")));
        Stream<String> again = directory.record().resumes().stream()
                .flatMap(resume -> resume.setAside().stream()
                        .map(aside -> "run again when the run was resumed at %s: %s (%s); its partial data is in %s"
                                .formatted(InstantText.of(resume.at()), aside.folder(), aside.reason(), aside.to())));
        return Stream.concat(missing, again).map(line -> System.lineSeparator() + VisibleText.line(line));
    }
}
