package dev.assay.cli.command;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.analysis.cost.Prices;
import dev.assay.analysis.study.StudyReporting;
import dev.assay.cli.card.CardIndex;
import dev.assay.cli.card.StudyFolder;
import dev.assay.cli.compare.NewFile;
import dev.assay.cli.run.Reporting;
import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.report.HtmlReport;
import dev.assay.report.card.IndexPage;
import dev.assay.report.page.StudiesPage;
import dev.assay.report.page.StudiesPage.StudyRun;
import dev.assay.run.launch.RunOutcome;
import dev.assay.scenario.ScenarioException;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes the report of a run again, from its directory alone. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = {
            "Rebuilds the report of a run from its directory.",
            "It needs no cluster and no network.",
            "It also works on an interrupted run: the finished trials are reported.",
            "With --studies or --index it makes a page of several runs or cards instead, to be opened as a file or put on any web server."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  assay report runs/20261121T101500Z-quickstart",
            "  assay report runs/A runs/B --studies claims.html",
            "  assay report results --index results/index.html"
        })
public final class ReportCommand extends TerminalCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description = {
                "The run directory, such as runs/20261121T101500Z-quickstart;",
                "with --studies, the directories of one or more runs of studies; with --index, folders with cards, also below."
            })
    private List<Path> directories = List.of();

    @Option(
            names = "--studies",
            paramLabel = "FILE",
            description =
                    "Instead, writes the claims of the studies to a new page: published, here, and the word for it.")
    private Optional<Path> studies = Optional.empty();

    @Option(
            names = "--index",
            paramLabel = "FILE",
            description = {
                "Instead, writes the cards in the folders and below to a new page. Comparable runs (study file unchanged, VALID, every"
                        + " durability level verified) stand apart from all others; filters and two cards side by side are part of the page's"
                        + " address. A card that was changed after it was made is refused."
            })
    private Optional<Path> index = Optional.empty();

    @Option(
            names = "--prices",
            paramLabel = "FILE",
            description =
                    "Adds what a million messages cost, by the prices of a YAML file (docs/SHARING.md, under 'Costs').")
    private Optional<Path> prices = Optional.empty();

    @Option(names = "--strict", description = "Exit with 6 when a trial is DEGRADED.")
    private boolean strict;

    @Option(names = "--verbose", description = "Prints all statistics of each trial, not only the summary of several.")
    private boolean verbose;

    @Mixin
    private KeepChoice keep;

    /** One that keeps what runs show in the usual cache. */
    public ReportCommand() {
        this(new KeepChoice());
    }

    ReportCommand(KeepChoice keep) {
        this.keep = keep;
    }

    @Override
    protected ExitCode run() throws ScenarioException {
        if (Stream.of(studies, index, prices).filter(Optional::isPresent).count() > 1) {
            throw CommandFailure.badInput(
                    "--prices is for the report of one run, --studies and --index are for other pages: leave out all but one");
        }
        if (studies.isPresent() || index.isPresent()) {
            keep.refuse("--studies and --index make pages of several; give one run without them");
        }
        if (index.isPresent()) {
            writeIndex(index.get());
            return ExitCode.OK;
        }
        if (studies.isPresent()) {
            writeStudies(studies.get());
            return ExitCode.OK;
        }
        if (directories.size() > 1) {
            throw CommandFailure.badInput("a report is of one run, but " + directories.size()
                    + " are given: give one, or --studies FILE for a page of the studies of all");
        }
        Optional<Prices> known = prices.isPresent() ? Optional.of(read(prices.get())) : Optional.empty();
        RunDirectory directory = Reporting.open(directories.getFirst());
        RunOutcome outcome = new Reporting(directory, out(), verbose, known).publish();
        keep.keep(directory, out());
        return outcome.exitCode(strict);
    }

    private static Prices read(Path file) throws ScenarioException {
        String text = ScenarioChanges.text(file, "price list", "; give a YAML file like that in docs/SHARING.md");
        return CommandFailure.reading("", () -> Prices.read(file.toString(), text));
    }

    private void writeIndex(Path file) {
        NewFile.requireFree(file);
        IndexPage page = CardIndex.of(directories, file, StudyFolder.digests());
        NewFile.write(file, HtmlReport.render(page));
        out().println(file + ": " + page.tally());
    }

    private void writeStudies(Path file) {
        NewFile.requireFree(file);
        StudiesPage page = new StudiesPage(
                directories.stream().map(directory -> study(file, directory)).toList());
        print(page.blocks());
        NewFile.write(file, HtmlReport.render(page));
    }

    private StudyRun study(Path page, Path directory) {
        RunDirectory run = Reporting.open(directory);
        RunAnalysis analysis = RunAnalyzer.analyze(run);
        return StudyReporting.of(run, analysis, out()::println)
                .map(study -> new StudyRun(analysis.run(), study, Reporting.link(page, directory)))
                .orElseThrow(() -> CommandFailure.badInput(
                        directory + " is not the run of a study whose claims can be judged: leave it out"));
    }
}
