package dev.assay.cli.history;

import dev.assay.analysis.history.History;
import dev.assay.cli.terminal.Terminal;
import dev.assay.report.page.HistoryView;
import dev.assay.report.view.TerminalRenderer;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what runs have given one after the other, or writes it for other tools. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the runs in a folder and how the last one compares.",
            "Oldest first, with their statistics, and how the last run compares with those before it.",
            "Runs with the same scenario, system, dimensions, settings and machine form one series; versions may change"
                    + " within",
            "it. Values are medians over the trials that a comparison would count; the fraction of VALID trials is a series"
                    + " of its own. Only reads run directories: needs no cluster and no network."
                    + " To find",
            "changes, use Apache Otava (--export otava); for a pass or fail decision, use assay gate."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:the history was shown, or written",
            " 2:the command line is invalid, there is no finished run, or an output file already exists",
            " 3:a file can't be written"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  assay history runs",
            "  assay history runs --scenario quickstart --export otava --to otava",
            "  assay history runs --export benchstat --to runs.txt"
        })
public final class HistoryCommand implements Callable<Integer> {
    /** So many folders that are no finished runs are named by the message that there is none. */
    private static final int MAX_NAMED = 5;

    @Parameters(
            index = "0",
            paramLabel = "DIR",
            description = "The folder that holds runs, such as runs, also in its subfolders; or a single run.")
    private Path directory = Path.of(".");

    @Option(names = "--scenario", paramLabel = "NAME", description = "Only runs of the scenario with this name.")
    private @Nullable String scenario;

    @Option(
            names = "--export",
            paramLabel = "FORMAT",
            description = "Writes instead of showing: otava (a folder: a CSV file for each series, and otava.yaml) or"
                    + " benchstat (a file).")
    private @Nullable String export;

    @Option(
            names = "--to",
            paramLabel = "PATH",
            description = "The new file, or the folder for new files, that --export writes.")
    private @Nullable Path to;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        ExportFormat format = export == null ? null : format(export);
        if ((format == null) != (to == null)) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    format == null
                            ? "--to needs --export with a format: " + formats()
                            : "--export needs --to with the file or folder to be written");
        }
        FoundRuns found = FoundRuns.below(directory, name -> scenario == null || scenario.equals(name));
        if (found.runs().isEmpty()) {
            throw new CommandFailure(ExitCode.BAD_INPUT, none(found.leftOut()));
        }
        say(found.leftOut());
        History history = History.of(found.runs());
        PrintWriter out = spec.commandLine().getOut();
        if (format == null || to == null) {
            out.print(TerminalRenderer.render(HistoryView.of(history), Terminal.isColoured()));
        } else {
            ExportedFiles.write(format, format.export(history), to, out);
        }
        out.flush();
        return ExitCode.OK.code();
    }

    private static ExportFormat format(String text) {
        return Arrays.stream(ExportFormat.values())
                .filter(format -> format.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.BAD_INPUT, "--export: expected one of " + formats() + ", but found '" + text + "'"));
    }

    private static String formats() {
        return Arrays.stream(ExportFormat.values()).map(ExportFormat::toString).collect(Collectors.joining(", "));
    }

    private String none(List<String> leftOut) {
        String which = scenario == null ? "" : " of the scenario '" + scenario + "'";
        String reasons =
                leftOut.stream().limit(MAX_NAMED).map(line -> "; " + line).collect(Collectors.joining());
        int more = leftOut.size() - MAX_NAMED;
        return "no finished run" + which + " was found in " + directory
                + ": give the folder that holds runs, as 'assay run' printed it, such as runs" + reasons
                + (more > 0 ? "; and " + more + " more" : "");
    }

    private void say(List<String> leftOut) {
        if (leftOut.isEmpty()) {
            return;
        }
        PrintWriter err = spec.commandLine().getErr();
        err.println("left out, because they are not finished runs: " + leftOut.size());
        leftOut.forEach(line -> err.println("  " + line));
        err.flush();
    }
}
