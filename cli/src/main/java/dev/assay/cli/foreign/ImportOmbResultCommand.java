package dev.assay.cli.foreign;

import dev.assay.analysis.RunAnalysis;
import dev.assay.cli.compare.ComparedRuns;
import dev.assay.cli.compare.NewFile;
import dev.assay.cli.terminal.Terminal;
import dev.assay.report.OmbResultReport;
import dev.assay.report.foreign.OmbResult;
import dev.assay.report.foreign.OmbResultView;
import dev.assay.report.view.TerminalRenderer;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what the OpenMessaging Benchmark has written of its own. */
@Command(
        name = "omb-result",
        mixinStandardHelpOptions = true,
        description = {
            "Shows result files of the OpenMessaging Benchmark, marked for what they are.",
            "With --run, trials of a run of Assay stand beside them, in tables and charts.",
            "No factor is computed: the benchmark has no ledger, and clocks of its own."
        })
public final class ImportOmbResultCommand implements Callable<Integer> {
    /** A day of periods of 10 s takes a few megabytes. */
    private static final long MAX_BYTES = 64L << 20;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Result files (JSON).")
    private List<Path> files = List.of();

    @Option(
            names = "--run",
            paramLabel = "DIR",
            description = "A run directory whose trials stand beside them. Repeatable.")
    private List<Path> runs = List.of();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also writes tables and charts as a self-contained page to a new file.")
    private @Nullable Path html;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Path page = html;
        if (page != null) {
            NewFile.requireFree(page);
        }
        List<OmbResult> results = new ArrayList<>();
        for (Path file : files) {
            results.add(read(file));
        }
        List<RunAnalysis> beside = runs.stream().map(ComparedRuns::read).toList();
        OmbResultView view = OmbResultView.of(results, beside);
        spec.commandLine().getOut().print(TerminalRenderer.render(view.blocks(), Terminal.isColoured()));
        spec.commandLine().getOut().flush();
        if (page != null) {
            NewFile.write(page, OmbResultReport.render(view));
        }
        return ExitCode.OK.code();
    }

    private static OmbResult read(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new CommandFailure(
                        ExitCode.BAD_INPUT, file + " has more than 64 MiB; no result file is that large");
            }
            return OmbResult.parse(file.toString(), Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            String reason = e instanceof NoSuchFileException ? "there is no such file" : String.valueOf(e.getMessage());
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "can't read " + file + ": " + reason + "; give result files (JSON)", e);
        }
    }
}
