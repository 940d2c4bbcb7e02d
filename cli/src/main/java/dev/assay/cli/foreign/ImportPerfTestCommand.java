package dev.assay.cli.foreign;

import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.foreign.ImportException;
import dev.assay.scenario.foreign.PerfTestImport;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a scenario of command lines of vendors' load generators. */
@Command(
        name = "perf-test",
        mixinStandardHelpOptions = true,
        description = {
            "Makes a scenario of command lines of the load generators that come with systems.",
            "docs/IMPORTING.md lists them; so does the message about a line that calls none of them."
        },
        footer = {
            "",
            "Exit codes: 0: a scenario was made. 2: the line calls no load generator that is",
            "known, or has an option with which no scenario can be made. 3: the file of",
            "--out can't be written."
        })
public final class ImportPerfTestCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "LINE",
            description =
                    "A command line, in quotes; several, such as one that sends and one that receives, make one scenario.")
    private List<String> lines = List.of();

    @Mixin
    private ImportTarget target = new ImportTarget();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        target.check();
        try {
            return target.write(
                    PerfTestImport.of(lines, target.existing(), target.durability(), target.name()),
                    spec.commandLine());
        } catch (ImportException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }
}
