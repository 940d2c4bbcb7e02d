package dev.assay.cli.cost;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.cost.CostAssumptions;
import dev.assay.analysis.cost.PointCost;
import dev.assay.analysis.cost.PriceList;
import dev.assay.analysis.cost.RunCost;
import dev.assay.cli.compare.NewFile;
import dev.assay.cli.run.Reporting;
import dev.assay.cli.terminal.Terminal;
import dev.assay.report.page.CostView;
import dev.assay.report.view.Block;
import dev.assay.report.view.MarkdownRenderer;
import dev.assay.report.view.TerminalRenderer;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.StoreException;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what a run's messages would cost at given prices. */
@Command(
        name = "cost",
        mixinStandardHelpOptions = true,
        description = {
            "Says what messages would cost, by a run and a price list.",
            "For each system and durability level: bytes over each link as measured, the capacity that was searched, or else the load that"
                    + " was measured,",
            "and at these prices a range per million messages and per GB of payload. Each value stands with its formula and input.",
            "What the run, the prices or the options do not tell is 'not known', and so is all that follows from it."
                    + " Only reads: needs no cluster and no network."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:for each point it is known what a million messages cost",
            " 2:the command line or the price list is invalid, DIR is no run, or an output file already exists",
            " 3:a file can't be written",
            " 5:no trial counts: all are INVALID, or no search confirmed a rate",
            " 8:of at least one point, something that the cost needs is not known; the rest was shown"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  assay cost runs/A --prices studies/original/prices.csv \\",
            "      --machine i3en.2xlarge --machines 3 --zones 3"
        })
public final class CostCommand implements Callable<Integer> {
    private static final double PER_CENT = 100;

    @Parameters(
            index = "0",
            paramLabel = "DIR",
            description = "The run directory, of a capacity search or any other run.")
    private Path directory = Path.of(".");

    @Option(
            names = "--prices",
            required = true,
            paramLabel = "FILE",
            description =
                    "CSV with as_of,provider,region,terms,item,currency,price,per,source: an item is a machine (per hour) or"
                            + " between-zones (per GB or GiB, sent and received together).")
    private Path prices = Path.of("prices.csv");

    @Option(
            names = "--machine",
            paramLabel = "ITEM",
            description = "The machine for the servers, as the price list names it; several prices of it make a range.")
    private Optional<String> machine = Optional.empty();

    @Option(
            names = "--machines",
            paramLabel = "N",
            description = "How many machines (default: as many as carried servers in the run).")
    private @Nullable Integer machines;

    @Option(
            names = "--zones",
            paramLabel = "N",
            description = "Over how many availability zones servers and clients are spread evenly.")
    private @Nullable Integer zones;

    @Option(
            names = "--headroom",
            paramLabel = "PERCENT",
            defaultValue = "30",
            description = "What is kept free of a capacity, in per cent (default: ${DEFAULT-VALUE}).")
    private double headroom;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Also writes it as Markdown to a new file.")
    private Optional<Path> markdown = Optional.empty();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        PriceList list = PriceFile.read(prices);
        CostAssumptions assumed = assumptions(list);
        markdown.ifPresent(NewFile::requireFree);
        List<PointCost> points = RunCost.of(read(directory), list, assumed);
        if (points.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.INVALID,
                    "no trial of " + directory
                            + " counts, so there is nothing to price: all are INVALID, or no search confirmed a rate");
        }
        List<Block> blocks = CostView.of(points);
        spec.commandLine().getOut().print(TerminalRenderer.render(blocks, Terminal.isColoured()));
        spec.commandLine().getOut().flush();
        markdown.ifPresent(file -> NewFile.write(file, MarkdownRenderer.render(blocks)));
        boolean known = points.stream().allMatch(PointCost::known);
        return (known ? ExitCode.OK : ExitCode.INCONCLUSIVE).code();
    }

    private CostAssumptions assumptions(PriceList list) {
        machine.filter(name -> !list.machines().contains(name)).ifPresent(name -> {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--machine: " + prices + " has no price by the hour of '" + name + "'; it has "
                            + (list.machines().isEmpty() ? "none" : String.join(", ", list.machines())));
        });
        try {
            return new CostAssumptions(machine, optional(machines), optional(zones), headroom / PER_CENT);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--machines and --zones must be at least 1, and --headroom from 0 to less than 100",
                    e);
        }
    }

    private static OptionalInt optional(@Nullable Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private static RunAnalysis read(Path directory) {
        try {
            return Reporting.analyze(RunDirectory.open(directory));
        } catch (StoreException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }
}
