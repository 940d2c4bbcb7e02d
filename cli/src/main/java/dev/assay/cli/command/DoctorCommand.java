package dev.assay.cli.command;

import dev.assay.cli.doctor.Doctor;
import dev.assay.cli.doctor.DoctorReport;
import dev.assay.cluster.AssayCache;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what of this machine would spoil a measurement. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = {
            "Checks this machine in seconds for anything that would spoil measurements.",
            "It says why it matters, and what to do about it.",
            "BAD: trials would be impossible or worthless. WARNING: trials may be disturbed."
        },
        footer = {
            "",
            "Exit codes: 0 nothing is BAD; 2 invalid options; 3 at least one finding is BAD.",
            "",
            "Example:",
            "  assay doctor --json"
        })
public final class DoctorCommand implements Callable<Integer> {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "Where runs will be kept: ${DEFAULT-VALUE}.")
    private Path out = Path.of("runs");

    @Option(names = "--json", description = "Prints JSON instead of text.")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        List<Path> folders = List.of(
                AssayCache.standard().root(), out.toAbsolutePath(), Path.of(System.getProperty("java.io.tmpdir")));
        DoctorReport report =
                new DoctorReport(Doctor.examine(folders.stream().distinct().toList()));
        PrintWriter terminal = spec.commandLine().getOut();
        terminal.println(json ? report.json() : report.text());
        terminal.flush();
        return report.exitCode().code();
    }
}
