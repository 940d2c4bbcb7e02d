package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Checks the first line of each command's description, which lists of commands show alone. */
final class CommandSummaryTest {
    @Test
    void theFirstLineOfEachCommandIsAWholeSentence() {
        Deque<CommandLine> open = new ArrayDeque<>();
        open.add(Main.commandLine());
        while (!open.isEmpty()) {
            CommandLine parent = open.pop();
            open.addAll(parent.getSubcommands().values());
            for (CommandLine command : parent.getSubcommands().values()) {
                String[] description = command.getCommandSpec().usageMessage().description();
                assertThat(description)
                        .describedAs(command.getCommandSpec().qualifiedName())
                        .isNotEmpty();
                assertThat(description[0])
                        .describedAs(command.getCommandSpec().qualifiedName())
                        .endsWith(".");
            }
        }
    }
}
