package dev.assay.cli.command;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.Gate;
import dev.assay.analysis.comparison.Gate.Decision;
import dev.assay.cli.card.CardAnswers;
import dev.assay.cli.card.CardFile;
import dev.assay.cli.compare.ComparedRuns;
import dev.assay.cli.compare.NewFile;
import dev.assay.cli.run.Reporting;
import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.FailCondition;
import dev.assay.report.RunSeriesCsv;
import dev.assay.report.page.ComparisonView;
import dev.assay.report.page.GateView;
import dev.assay.report.page.RunSeriesView;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.MarkdownRenderer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Compares systems, versions, settings or whole runs.",
            "Compares parts of one run, or several runs, with the first. For each statistic: the ratio to the baseline with a 95 %%"
                    + " interval,",
            "whether it is greater, less or inconclusive, and what so many blocks can tell. Within a run, trials of the same"
                    + " block are compared,",
            "so that effects common to both cancel out; a trial that failed is the worst of its side. Runs of one fingerprint of settings and"
                    + " machines and one version are one side;",
            "three or more on each side are one value each, and with fewer there is the ratio in these runs and no word. Only reads run directories: needs no cluster and no network.",
            "A card says what somebody has found: whether that is reproduced or contradicted here, figure by figure, takes a card of three runs, or three"
                    + " runs here, as fewer don't tell how far runs differ by themselves (differences below 25 %% don't matter unless --threshold says otherwise).",
            "With --in-order each run is shown beside the one before it instead, and with --csv its values are printed for other programs: no word in either.",
            "A run whose scenario has fail-if is judged by it, as 'run' judged it; --by and --baseline change what is compared, --fail-if the conditions.",
            "With --fail-if it decides in CI whether a change passes: a condition such as 'response.p99 > 1.10x' fails if the whole 95 %% interval"
                    + " is above 1.10, passes if none of it is, and is undecided otherwise. Passing needs values of both sides in 80 %% of the planned blocks,"
                    + " and the same durability; a change that fails in half of the blocks, where the baseline never does, fails it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:the runs were compared, whatever the result, or shown in order; with fail-if: all conditions passed",
            " 2:the command line is invalid, there is nothing to compare, or an output file exists already",
            " 3:a file can't be written",
            " 8:the runs were compared, but with fewer than three on a side: how far runs differ by themselves is not known; with fail-if: no condition failed, but at least one is undecided; or no figure of a card is contradicted, but not all are reproduced",
            "11:with fail-if: at least one condition failed; or a figure of a card is contradicted"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  assay compare runs/20261121T101500Z-versions",
            "  assay compare runs/A --by workload.partitions --baseline 6 --of response.p99.9",
            "  assay compare runs/A runs/B --threshold 3 --html comparison.html",
            "  assay compare results/quickstart/quickstart.card runs/A",
            "  assay compare runs/*-nightly --in-order --of response.p99",
            "  assay compare runs/*-nightly --csv > nightly.csv",
            "  assay compare runs/A --baseline version=3.9.1 --fail-if 'response.p99 > 1.10x'",
            "  assay compare runs/NEW1 runs/NEW2 runs/NEW3 --baseline runs/OLD1 --baseline runs/OLD2 --baseline runs/OLD3"
                    + " --fail-if 'capacity < 0.95x'"
        })
public final class CompareCommand extends TerminalCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "DIR|CARD",
            description = "Run directories; or cards (NAME.card) and runs of the same scenario made here.")
    private List<Path> directories = new ArrayList<>();

    @Option(
            names = "--by",
            paramLabel = "KEY",
            description = {
                "The dimension whose values are compared, such as workload.partitions, or its last part (partitions),"
                        + " or system.",
                "Default: systems, else versions, else the only dimension."
            })
    private Optional<String> by = Optional.empty();

    @Option(
            names = "--baseline",
            paramLabel = "DIR|NAME",
            description = {
                "What all others are divided by (default: the first): a value such as 3.9.1 or version=3.9.1, or another run's"
                        + " directory, of which there may be several."
            })
    private List<String> baselines = List.of();

    @Option(
            names = "--of",
            paramLabel = "STATISTIC",
            split = ",",
            description = {
                "What to compare, such as response.p99, 'end-to-end.mean in steady' or capacity; comma-separated.",
                "Default: those of --fail-if, else response p50, p99 and p99.9, end-to-end p50 and p99, and capacity if it was searched."
            })
    private List<String> statistics = new ArrayList<>();

    @Option(
            names = "--threshold",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "The smallest difference that matters, in per cent (default: ${DEFAULT-VALUE}).")
    private double threshold;

    @Option(
            names = "--fail-if",
            paramLabel = "CONDITION",
            description =
                    "A condition such as 'response.p99 > 1.10x' or 'capacity < 0.95x'; of several runs, with --baseline. Repeatable.")
    private List<String> conditions = List.of();

    @Option(names = "--undecided-passes", description = "With fail-if: exits with 0 if no condition failed.")
    private boolean undecidedPasses;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "With fail-if: also writes the outcome as JUnit XML to a new file.")
    private Optional<Path> junit = Optional.empty();

    @Option(
            names = "--in-order",
            description = {
                "Shows the values of each run and how they changed from the run before it, in the order given, with intervals and no"
                        + " word:",
                "how far runs differ by themselves is not known."
            })
    private boolean inOrder;

    @Option(
            names = "--csv",
            description = "Prints the values of each run as CSV instead: a line for each run, condition and statistic"
                    + " (docs/COMPARING.md).")
    private boolean csv;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Also writes the comparison as Markdown to a new file.")
    private Optional<Path> markdown = Optional.empty();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = {
                "Also writes it as a self-contained page to a new file; it links to the reports of the runs that"
                        + " have one."
            })
    private Optional<Path> html = Optional.empty();

    @Override
    protected ExitCode run() {
        directories = Reporting.named(directories);
        if (directories.stream().anyMatch(CardFile::isOne)) {
            return cards();
        }
        boolean single = csv || inOrder;
        String alone = (csv ? "--csv" : "--in-order") + " shows each run by itself";
        refuse(single, alone, "--by", "--baseline", "--html", "--threshold", "--fail-if");
        refuse(csv, alone, "--markdown");
        boolean mayDecide = directories.size() == 1;
        refuse(
                conditions.isEmpty() && !mayDecide,
                "without --fail-if nothing is decided",
                "--undecided-passes",
                "--junit");
        Stream.of(markdown, html, junit).flatMap(Optional::stream).forEach(NewFile::requireFree);
        List<FailCondition> gates = CommandFailure.reading(
                "--fail-if: ",
                () -> conditions.stream().map(FailCondition::parse).toList());
        List<String> compared = Stream.concat(gates.stream().map(FailCondition::statistic), statistics.stream())
                .distinct()
                .toList();
        if (csv) {
            out().print(RunSeriesCsv.of(ComparedRuns.inOrder(directories, compared)));
            return ExitCode.OK;
        }
        if (inOrder) {
            show(RunSeriesView.of(ComparedRuns.inOrder(directories, compared)));
            return ExitCode.OK;
        }
        if (!gates.isEmpty() && baselines.isEmpty() && directories.size() > 1) {
            throw CommandFailure.badInput("--fail-if of several runs needs --baseline: the runs to compare with");
        }
        ComparedRuns runs = ComparedRuns.of(directories, by, baselines, compared, threshold);
        Comparison comparison = runs.comparison();
        RunAnalysis first = runs.runs().getFirst();
        List<Decision> decisions = gates.isEmpty() && runs.runs().size() == 1
                ? Gate.within(first, by, baselines.stream().findFirst())
                : Gate.decide(gates, comparison);
        refuse(
                decisions.isEmpty(),
                "without --fail-if, here or in the scenario, nothing is decided",
                "--undecided-passes",
                "--junit");
        ExitCode code = decisions.isEmpty() ? exitCode(comparison) : exitCode(decisions);
        List<Block> blocks = new ArrayList<>(GateView.of(decisions, code));
        if (decisions.isEmpty()) {
            unjudged(runs.runs()).ifPresent(note -> blocks.add(Text.caveat(note)));
        }
        blocks.addAll(ComparisonView.of(comparison, first).blocks());
        show(blocks);
        html.ifPresent(file -> NewFile.write(file, runs.page(file)));
        junit.ifPresent(file -> NewFile.write(file, GateView.junit(decisions, undecidedPasses)));
        return code;
    }

    /** Says that conditions of the runs' scenarios are not judged by this comparison, and how they are; empty where there are none. */
    private static Optional<String> unjudged(List<RunAnalysis> runs) {
        List<FailCondition> recorded = runs.stream()
                .flatMap(run -> Gate.conditions(run).stream())
                .distinct()
                .toList();
        return recorded.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "fail-if of the scenario (%s) is not judged here, as it is about values within one run: compare that run alone, or give --fail-if"
                                .formatted(recorded.stream()
                                        .map(FailCondition::toString)
                                        .collect(Collectors.joining(", "))));
    }

    private ExitCode cards() {
        ParseResult options = spec.commandLine().getParseResult();
        for (String option : List.of(
                "--by",
                "--baseline",
                "--of",
                "--in-order",
                "--csv",
                "--markdown",
                "--html",
                "--fail-if",
                "--junit",
                "--undecided-passes")) {
            if (options.hasMatchedOption(option)) {
                throw CommandFailure.badInput(
                        option + ": what a card found is compared figure by figure with runs here; leave it out");
            }
        }
        double smallest = options.hasMatchedOption("--threshold") ? threshold / 100 : CardAnswers.THRESHOLD;
        if (!(smallest > 0)) {
            throw CommandFailure.badInput(
                    "--threshold: figures of a card are equal within a part of them, so it must be above 0");
        }
        return CardAnswers.tell(directories, smallest, out());
    }

    private void refuse(boolean pointless, String why, String... options) {
        for (String option : options) {
            if (pointless && spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw CommandFailure.badInput("%s, so %s has no effect; leave one of them out".formatted(why, option));
            }
        }
    }

    private void show(List<Block> blocks) {
        print(blocks);
        markdown.ifPresent(file -> NewFile.write(file, MarkdownRenderer.render(blocks)));
    }

    private static ExitCode exitCode(Comparison comparison) {
        return comparison.pairs().stream().allMatch(pair -> pair.sampling().allowsWords())
                ? ExitCode.OK
                : ExitCode.INCONCLUSIVE;
    }

    private ExitCode exitCode(List<Decision> decisions) {
        ExitCode code = Gate.exitCode(decisions);
        return code == ExitCode.INCONCLUSIVE && undecidedPasses ? ExitCode.OK : code;
    }
}
