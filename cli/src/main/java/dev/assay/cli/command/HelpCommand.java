package dev.assay.cli.command;

import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.model.exit.ExitCode;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

/** Describes commands, to people and to shells. */
@Command(
        name = "help",
        mixinStandardHelpOptions = true,
        description = "Describes a command, its options and exit codes.")
public final class HelpCommand extends TerminalCommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "The command, such as run or cluster up; none for a list of all.")
    private List<String> names = List.of();

    @Option(
            names = "--completion",
            description = {
                "Prints a script instead with which bash and zsh complete commands, options and files. For the shell that runs:",
                "source <(assay help --completion). For all to come, that line belongs into ~/.bashrc or ~/.zshrc."
            })
    private boolean completion;

    @Override
    protected ExitCode run() {
        CommandLine line = spec.root().commandLine();
        if (completion) {
            line.getOut().print(AutoComplete.bash("assay", line));
            line.getOut().flush();
            return ExitCode.OK;
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
