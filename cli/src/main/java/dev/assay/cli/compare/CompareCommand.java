package dev.assay.cli.compare;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.cli.terminal.Terminal;
import dev.assay.report.ComparedRun;
import dev.assay.report.HtmlReport;
import dev.assay.report.RunSeriesCsv;
import dev.assay.report.page.ComparisonView;
import dev.assay.report.page.RunSeriesView;
import dev.assay.report.view.Block;
import dev.assay.report.view.MarkdownRenderer;
import dev.assay.report.view.TerminalRenderer;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says by what factor systems, versions, variants or runs differ, and how sure that is. */
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
            "With --in-order each run is shown beside the one before it instead, and with --csv its values are printed for other programs: no word in either."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:the runs were compared, whatever the result, or shown in order",
            " 2:the command line is invalid, there is nothing to compare, or an output file exists" + " already",
            " 3:a file can't be written",
            " 8:the runs were compared, but with fewer than three on a side: how far runs differ by themselves is not known"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  assay compare runs/20261121T101500Z-versions",
            "  assay compare runs/A --by workload.partitions --baseline 6 --of response.p99.9",
            "  assay compare runs/A runs/B --threshold 3 --html comparison.html",
            "  assay compare runs/*-nightly --in-order --of response.p99",
            "  assay compare runs/*-nightly --csv > nightly.csv"
        })
public final class CompareCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Run directories.")
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
            paramLabel = "NAME",
            description = "What all others are divided by, such as 3.9.1 (default: the first).")
    private Optional<String> baseline = Optional.empty();

    @Option(
            names = "--of",
            paramLabel = "STATISTIC",
            split = ",",
            description = {
                "What to compare, such as response.p99, 'end-to-end.mean in steady' or capacity; comma-separated.",
                "Default: response p50, p99 and p99.9, end-to-end p50 and p99, and capacity if it was searched."
            })
    private List<String> statistics = new ArrayList<>();

    @Option(
            names = "--threshold",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "The smallest difference that matters, in per cent (default: ${DEFAULT-VALUE}).")
    private double threshold;

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

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        ComparisonRequest request = ComparedRuns.request(by, baseline, statistics, threshold);
        boolean single = csv || inOrder;
        refuse(single && by.isPresent(), "--by");
        refuse(single && baseline.isPresent(), "--baseline");
        refuse(single && html.isPresent(), "--html");
        refuse(single && spec.commandLine().getParseResult().hasMatchedOption("--threshold"), "--threshold");
        refuse(csv && markdown.isPresent(), "--markdown");
        markdown.ifPresent(NewFile::requireFree);
        html.ifPresent(NewFile::requireFree);
        if (csv) {
            spec.commandLine().getOut().print(RunSeriesCsv.of(ComparedRuns.inOrder(directories, request)));
            spec.commandLine().getOut().flush();
            return ExitCode.OK.code();
        }
        if (inOrder) {
            show(RunSeriesView.of(ComparedRuns.inOrder(directories, request)));
            return ExitCode.OK.code();
        }
        List<RunAnalysis> runs = directories.stream().map(ComparedRuns::read).toList();
        Comparison comparison = ComparedRuns.of(runs, request);
        show(ComparisonView.of(comparison, runs.getFirst()).blocks());
        html.ifPresent(file -> NewFile.write(file, page(file, comparison, runs)));
        boolean known =
                comparison.pairs().stream().allMatch(pair -> pair.sampling().allowsWords());
        return (known ? ExitCode.OK : ExitCode.INCONCLUSIVE).code();
    }

    private void refuse(boolean contradiction, String option) {
        if (contradiction) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "%s shows each run by itself, so %s has no effect; leave one of them out"
                            .formatted(csv ? "--csv" : "--in-order", option));
        }
    }

    private void show(List<Block> blocks) {
        spec.commandLine().getOut().print(TerminalRenderer.render(blocks, Terminal.isColoured()));
        spec.commandLine().getOut().flush();
        markdown.ifPresent(file -> NewFile.write(file, MarkdownRenderer.render(blocks)));
    }

    private String page(Path file, Comparison comparison, List<RunAnalysis> runs) {
        return HtmlReport.render(
                comparison,
                IntStream.range(0, runs.size())
                        .mapToObj(index ->
                                new ComparedRun(runs.get(index), ComparedRuns.link(file, directories.get(index))))
                        .toList());
    }
}
