package dev.assay.cli.compare;

import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.analysis.comparison.Difference;
import dev.assay.analysis.comparison.Gate;
import dev.assay.analysis.comparison.Gate.Decision;
import dev.assay.analysis.comparison.Gate.Outcome;
import dev.assay.cli.terminal.Terminal;
import dev.assay.report.page.ComparisonView;
import dev.assay.report.page.GateView;
import dev.assay.report.view.Block;
import dev.assay.report.view.MarkdownRenderer;
import dev.assay.report.view.TerminalRenderer;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lets a change through, or does not: by intervals, so that noise alone neither stops nor passes it. */
@Command(
        name = "gate",
        mixinStandardHelpOptions = true,
        description = {
            "Decides in CI whether a change passes, by confidence intervals.",
            "A condition such as 'response.p99 > 1.10x' fails if the whole 95 %% interval of the ratio to the"
                    + " baseline",
            "is above 1.10, passes if none of it is, and is undecided otherwise. Trials that are INVALID or did not finish"
                    + " are the worst",
            "of their side. Passing needs values of both sides in 80 %% of the planned blocks, and the same durability; a"
                    + " change that",
            "fails in half of the blocks, where the baseline never does, fails it. Measure both sides in one run, so that"
                    + " their trials are interleaved:",
            "how far runs differ by themselves takes three runs on each side to know, and with fewer all is undecided."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:all conditions passed",
            " 2:the command line is invalid, or there is nothing to compare",
            " 8:none failed, but at least one is undecided (0 with --undecided-passes)",
            "11:at least one condition failed"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  assay gate runs/A --baseline version=3.9.1 --fail-if 'response.p99 > 1.10x'",
            "  assay gate runs/NEW1 runs/NEW2 runs/NEW3 --baseline runs/OLD1 --baseline runs/OLD2 --baseline runs/OLD3"
                    + " --fail-if 'capacity < 0.95x'"
        })
public final class GateCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description = "The run directory with the change; several where the baseline is other runs.")
    private List<Path> directories = new ArrayList<>();

    @Option(
            names = "--baseline",
            required = true,
            paramLabel = "DIR|KEY=VALUE",
            description = {
                "What to compare with: a value of a dimension of the same run, such as version=3.9.1 or partitions=6,",
                "or another run's directory, of which there may be several. Other runs decide only with three or more on each side,"
                        + " each of which is one value."
            })
    private List<String> baselines = new ArrayList<>();

    @Option(
            names = "--fail-if",
            required = true,
            paramLabel = "CONDITION",
            description = "Such as 'response.p99 > 1.10x' or 'capacity < 0.95x'. Repeatable.")
    private List<String> conditions = new ArrayList<>();

    @Option(names = "--undecided-passes", description = "Exits with 0 if no condition failed.")
    private boolean undecidedPasses;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Also writes a summary as Markdown to a new file.")
    private Optional<Path> markdown = Optional.empty();

    @Option(names = "--junit", paramLabel = "FILE", description = "Also writes the outcome as JUnit XML to a new file.")
    private Optional<Path> junit = Optional.empty();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        List<Gate> gates = conditions.stream().map(GateCommand::gate).toList();
        Comparison comparison =
                compared(gates.stream().map(Gate::statistic).distinct().toList());
        List<Decision> decisions =
                gates.stream().flatMap(gate -> gate.decide(comparison).stream()).toList();
        List<Block> blocks = GateView.of(decisions);
        spec.commandLine().getOut().println();
        spec.commandLine().getOut().print(TerminalRenderer.render(blocks, Terminal.isColoured()));
        spec.commandLine().getOut().flush();
        markdown.ifPresent(file -> NewFile.write(
                file,
                MarkdownRenderer.render(Stream.concat(blocks.stream(), ComparisonView.of(comparison).blocks().stream())
                        .toList())));
        junit.ifPresent(file -> NewFile.write(file, GateView.junit(decisions, undecidedPasses)));
        return exitCode(decisions).code();
    }

    private static Gate gate(String text) {
        try {
            return Gate.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--fail-if: " + e.getMessage(), e);
        }
    }

    private Comparison compared(List<String> statistics) {
        double threshold = 100 * Difference.USUAL_THRESHOLD;
        List<Path> others = baselines.stream().map(Path::of).toList();
        if (others.stream().allMatch(Files::isDirectory)) {
            return ComparedRuns.compare(
                    others,
                    directories,
                    ComparedRuns.request(Optional.empty(), Optional.empty(), statistics, threshold));
        }
        String baseline = baselines.getFirst();
        int equals = baseline.indexOf('=');
        if (equals < 1 || baselines.size() > 1) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--baseline: expected run directories, or KEY=VALUE of a dimension such as version=3.9.1, but"
                            + " found '"
                            + String.join("', '", baselines) + "'");
        }
        if (directories.size() > 1) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "--baseline " + baseline + " compares parts of one run, but several are given");
        }
        ComparisonRequest request = ComparedRuns.request(
                Optional.of(baseline.substring(0, equals)),
                Optional.of(baseline.substring(equals + 1)),
                statistics,
                threshold);
        return ComparedRuns.of(directories.stream().map(ComparedRuns::read).toList(), request);
    }

    private ExitCode exitCode(List<Decision> decisions) {
        Outcome worst = decisions.stream()
                .map(Decision::outcome)
                .max(Outcome::compareTo)
                .orElse(Outcome.UNDECIDED);
        return switch (worst) {
            case PASSED -> ExitCode.OK;
            case UNDECIDED -> undecidedPasses ? ExitCode.OK : ExitCode.INCONCLUSIVE;
            case FAILED -> ExitCode.GATE_FAILED;
        };
    }
}
