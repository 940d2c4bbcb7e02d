package dev.assay.cli.command;

import dev.assay.analysis.cost.Prices;
import dev.assay.cli.card.CardFile;
import dev.assay.cli.card.CardIndex;
import dev.assay.cli.card.StudyFolder;
import dev.assay.cli.compare.NewFile;
import dev.assay.cli.run.Reporting;
import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.report.HtmlReport;
import dev.assay.report.card.IndexPage;
import dev.assay.run.launch.RunOutcome;
import dev.assay.scenario.ScenarioException;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = {
            "Rebuilds the report of a run from its directory, or makes an index of cards.",
            "It needs no cluster and no network.",
            "It also works on an interrupted run: the finished trials are reported.",
            "Cards are shown with comparable runs (study file unchanged, VALID, every durability level verified) before all others. A card that was"
                    + " changed after it was made is refused."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  assay report runs/20261121T101500Z-quickstart",
            "  assay report results/*/*.card --html results/index.html"
        })
public final class ReportCommand extends TerminalCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "DIR|CARD",
            description = "The run directory, such as runs/20261121T101500Z-quickstart; or cards (NAME.card).")
    private List<Path> directories = List.of();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = {
                "Of cards: also writes the index as a self-contained page to a new file, with links to the cards; to be opened as a file or put on any"
                        + " web server."
            })
    private Optional<Path> html = Optional.empty();

    @Option(
            names = "--prices",
            paramLabel = "FILE",
            description =
                    "Adds what a million messages cost, by the prices of a YAML file (docs/SHARING.md, under 'Costs').")
    private Optional<Path> prices = Optional.empty();

    @Option(names = "--strict", description = "Exit with 6 when a trial is DEGRADED.")
    private boolean strict;

    @Option(
            names = "--verbose",
            description = "Prints all statistics of each trial, not only a summary that fits a screen.")
    private boolean verbose;

    @Mixin
    private KeepChoice keep;

    public ReportCommand() {
        this(new KeepChoice());
    }

    ReportCommand(KeepChoice keep) {
        this.keep = keep;
    }

    @Override
    protected ExitCode run() throws ScenarioException {
        directories = Reporting.named(directories);
        if (directories.stream().anyMatch(CardFile::isOne)) {
            return index();
        }
        if (html.isPresent()) {
            throw CommandFailure.badInput(
                    "--html is for an index of cards: the report of a run lies in its directory; leave it out");
        }
        if (directories.size() > 1) {
            throw CommandFailure.badInput("a report is of one run, but " + directories.size()
                    + " are given: give one, or cards of all ('assay card DIR') for an index");
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

    private ExitCode index() {
        if (!directories.stream().allMatch(CardFile::isOne)) {
            throw CommandFailure.badInput(
                    "an index is of cards, but not all of these are: make cards of runs ('assay card DIR')");
        }
        for (String option : List.of("--prices", "--strict", "--verbose", "--keep-as")) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw CommandFailure.badInput(option + " is for the report of a run; leave it out");
            }
        }
        html.ifPresent(NewFile::requireFree);
        IndexPage page = CardIndex.of(directories, html, StudyFolder.digests());
        print(page.blocks());
        out().println(page.tally());
        html.ifPresent(file -> NewFile.write(file, HtmlReport.render(page)));
        return ExitCode.OK;
    }
}
