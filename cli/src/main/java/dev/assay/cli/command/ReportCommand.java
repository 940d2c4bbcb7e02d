package dev.assay.cli.command;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.cost.Prices;
import dev.assay.cli.card.CardIndex;
import dev.assay.cli.card.StudyFolder;
import dev.assay.cli.compare.ComparedRuns;
import dev.assay.cli.compare.NewFile;
import dev.assay.cli.run.Reporting;
import dev.assay.cli.study.StudyReporting;
import dev.assay.cli.terminal.Terminal;
import dev.assay.report.HtmlReport;
import dev.assay.report.card.IndexPage;
import dev.assay.report.page.StudiesPage;
import dev.assay.report.page.StudiesPage.StudyRun;
import dev.assay.report.view.TerminalRenderer;
import dev.assay.run.RunOutcome;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.StoreException;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
public final class ReportCommand implements Callable<Integer> {
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

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** One that keeps what runs show in the usual cache. */
    public ReportCommand() {
        this(new KeepChoice());
    }

    ReportCommand(KeepChoice keep) {
        this.keep = keep;
    }

    @Override
    public Integer call() throws ScenarioException {
        if (Stream.of(studies, index, prices).filter(Optional::isPresent).count() > 1) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--prices is for the report of one run, --studies and --index are for other pages: leave out all but one");
        }
        if (studies.isPresent() || index.isPresent()) {
            keep.refuse("--studies and --index make pages of several; give one run without them");
        }
        if (index.isPresent()) {
            writeIndex(index.get());
            return ExitCode.OK.code();
        }
        if (studies.isPresent()) {
            writeStudies(studies.get());
            return ExitCode.OK.code();
        }
        if (directories.size() > 1) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "a report is of one run, but " + directories.size()
                            + " are given: give one, or --studies FILE for a page of the studies of all");
        }
        Optional<Prices> known = prices.isPresent() ? Optional.of(read(prices.get())) : Optional.empty();
        RunDirectory directory = open(directories.getFirst());
        PrintWriter out = spec.commandLine().getOut();
        RunOutcome outcome = new Reporting(directory, out, verbose, known).publish();
        keep.keep(directory.path(), out);
        return outcome.exitCode(strict).code();
    }

    private static Prices read(Path file) throws ScenarioException {
        try {
            return Prices.read(
                    file.toString(),
                    ScenarioChanges.text(file, "price list", "; give a YAML file like that in docs/SHARING.md"));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    private void writeIndex(Path file) {
        NewFile.requireFree(file);
        IndexPage page = CardIndex.of(directories, file, StudyFolder.digests());
        NewFile.write(file, HtmlReport.render(page));
        spec.commandLine().getOut().println(file + ": " + page.tally());
        spec.commandLine().getOut().flush();
    }

    private void writeStudies(Path file) {
        NewFile.requireFree(file);
        StudiesPage page = new StudiesPage(
                directories.stream().map(directory -> study(file, directory)).toList());
        spec.commandLine().getOut().print(TerminalRenderer.render(page.blocks(), Terminal.isColoured()));
        spec.commandLine().getOut().flush();
        NewFile.write(file, HtmlReport.render(page));
    }

    private StudyRun study(Path page, Path directory) {
        RunDirectory run = open(directory);
        RunAnalysis analysis = Reporting.analyze(run);
        return StudyReporting.of(run, analysis, spec.commandLine().getOut())
                .map(study -> new StudyRun(analysis.run(), study, ComparedRuns.link(page, directory)))
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.BAD_INPUT,
                        directory + " is not the run of a study whose claims can be judged: leave it out"));
    }

    private static RunDirectory open(Path directory) {
        try {
            return RunDirectory.open(directory);
        } catch (StoreException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }
}
