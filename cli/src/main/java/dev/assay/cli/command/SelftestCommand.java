package dev.assay.cli.command;

import dev.assay.cli.run.Reporting;
import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.launch.RunAudience;
import dev.assay.run.selftest.SelfTest;
import dev.assay.run.selftest.SelfTestReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "selftest",
        mixinStandardHelpOptions = true,
        description = {
            "Injects known faults and checks that Assay reports them.",
            "Faults are injected into the in-memory system, into workers and their clocks; for each, it prints what was",
            "injected, what Assay reported, and whether that is within the calculated bounds.",
            "Takes about two minutes. PASS: reported within the bounds, and nothing else reported.",
            "NOT JUDGED: the verdict blames the machine, which was too busy."
        },
        footer = {
            "",
            "Exit codes: 0 all PASS; 9 at least one FAIL; 10 no FAIL, but at least one could not be judged.",
            "",
            "Example:",
            "  assay selftest --only stall,loss --out selftest-runs"
        })
public final class SelftestCommand extends TerminalCommand {
    @Option(names = "--json", description = "Prints JSON instead of a table.")
    private boolean json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Keeps the run directories, in a folder for each fault; without it they are deleted at the end.")
    private @Nullable Path out;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "FAULT",
            description = "Only these faults, comma-separated, named as in the table.")
    private List<String> only = List.of();

    @Override
    protected ExitCode run() {
        try {
            return out == null ? runAndDelete() : run(out);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "can't use a folder for the self-test's runs: " + e, e);
        }
    }

    private ExitCode runAndDelete() throws IOException {
        Path folder = Files.createTempDirectory("assay-selftest-");
        try {
            return run(folder);
        } finally {
            delete(folder);
        }
    }

    private ExitCode run(Path folder) {
        SelfTestReport report = selfTest(folder).run();
        out().println(json ? report.json() : report.text());
        return report.exitCode();
    }

    private SelfTest selfTest(Path folder) {
        // Runs report to their directories; the terminal shows only the table.
        PrintWriter silent = new PrintWriter(Writer.nullWriter());
        RunAudience nobody =
                new RunAudience(new TerminalProgress(silent, false), run -> new Reporting(run, silent).publish());
        return CommandFailure.reading(
                "--only: ", () -> new SelfTest(only, CommandLineText.of(spec), folder, progress(), nobody));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(one);
            }
        }
    }
}
