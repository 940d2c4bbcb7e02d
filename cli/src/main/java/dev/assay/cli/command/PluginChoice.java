package dev.assay.cli.command;

import dev.assay.run.stage.Plugins;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

public final class PluginChoice {
    @Option(
            names = Plugins.OPTION,
            paramLabel = "JAR",
            description =
                    "A jar with a system that Assay does not come with (docs/ADDING-A-SYSTEM.md). Its code runs with all of your rights. Repeatable.")
    List<Path> jars = List.of();

    /** Loads the systems chosen on a command line, before its command uses any. */
    public static void load(ParseResult line) {
        ParseResult command = line;
        while (command.hasSubcommand()) {
            command = command.subcommand();
        }
        try {
            Plugins.load(command.matchedOptionValue(Plugins.OPTION, List.of()));
        } catch (RuntimeException e) {
            throw new ExecutionException(command.commandSpec().commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
