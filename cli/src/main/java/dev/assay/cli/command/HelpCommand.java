package dev.assay.cli.command;

import dev.assay.cli.terminal.Terminal;
import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.model.display.NearestNames;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
        SortedMap<String, Path> pages = HelpPages.all();
        if (names.size() == 1 && !line.getSubcommands().containsKey(names.getFirst())) {
            Path page = pages.get(names.getFirst().toLowerCase(Locale.ROOT));
            if (page != null) {
                line.getOut().print(Files.readString(page));
                line.getOut().flush();
                return ExitCode.OK;
            }
        }
        for (String name : names) {
            CommandLine below = line.getSubcommands().get(name);
            if (below == null) {
                throw CommandFailure.badInput(unknown(name, line, pages.keySet()));
            }
            line = below;
        }
        Terminal.draw(line.getOut(), line.getUsageMessage());
        return ExitCode.OK;
    }

    /** Says what there is help on, where a word names none of it. */
    private String unknown(String word, CommandLine line, Set<String> pages) {
        Set<String> commands = line.getSubcommands().keySet();
        if (line != spec.root().commandLine()) {
            return "'%s' has no command '%s'%s"
                    .formatted(
                            line.getCommandSpec().qualifiedName(),
                            word,
                            commands.isEmpty()
                                    ? "; it has no commands"
                                    : "; its commands: " + String.join(", ", commands));
        }
        Set<String> known = new TreeSet<>(commands);
        known.addAll(pages);
        String question = NearestNames.question(word, known).strip();
        return "'%s' is neither a command nor a page%s%nThe commands: %s%s"
                .formatted(
                        word,
                        question.isEmpty() ? "" : "; " + question,
                        String.join(", ", commands),
                        pages.isEmpty() ? "" : "%nThe pages: %s".formatted(String.join(", ", pages)));
    }
}
