package dev.assay.cli.command;

import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

@Command(
        name = "help",
        mixinStandardHelpOptions = true,
        description = "Describes a command, its options and exit codes, or prints a page of the documentation.")
public final class HelpCommand extends TerminalCommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND|PAGE",
            description = {
                "The command, such as run or cluster up; none for a list of all.",
                "Or a page, such as comparing, scenario, keys, systems or methodology."
            })
    private List<String> names = List.of();

    @Option(
            names = "--completion",
            description = {
                "Prints a script instead with which bash and zsh complete commands, options and files. For the shell that runs:",
                "source <(assay help --completion). For all to come, that line belongs into ~/.bashrc or ~/.zshrc."
            })
    private boolean completion;

    @Override
    protected ExitCode run() throws IOException {
        CommandLine line = spec.root().commandLine();
        if (completion) {
            line.getOut().print(AutoComplete.bash("assay", line));
            line.getOut().flush();
            return ExitCode.OK;
        }
        if (names.size() == 1 && !line.getSubcommands().containsKey(names.getFirst())) {
            Path page = HelpPages.all().get(names.getFirst().toLowerCase(Locale.ROOT));
            if (page != null) {
                line.getOut().print(Files.readString(page));
                line.getOut().flush();
                return ExitCode.OK;
            }
        }
        for (String name : names) {
            CommandLine below = line.getSubcommands().get(name);
            if (below == null) {
                throw new UnmatchedArgumentException(line, List.of(name));
            }
            line = below;
        }
        line.usage(line.getOut());
        return ExitCode.OK;
    }
}
