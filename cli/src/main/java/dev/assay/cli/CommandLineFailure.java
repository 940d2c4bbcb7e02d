package dev.assay.cli;

import dev.assay.cli.terminal.Terminal;
import dev.assay.model.display.NearestNames;
import dev.assay.model.display.VisibleText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports an invalid command line, with the nearest known name for an unknown word, else with the command's usage. */
final class CommandLineFailure implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        CommandLine line = failure.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(VisibleText.message(message(failure)));
        String question = failure instanceof UnmatchedArgumentException unmatched ? question(unmatched) : "";
        if (question.isEmpty()) {
            Terminal.draw(err, line.getUsageMessage());
        } else {
            err.println(question);
        }
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String message(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched)
                || unmatched.isUnknownOption()
                || unmatched.getUnmatched().isEmpty()) {
            return String.valueOf(failure.getMessage());
        }
        String word = unmatched.getUnmatched().getFirst();
        return failure.getCommandLine().getSubcommands().isEmpty()
                ? "unexpected argument '" + word + "'"
                : "'" + word + "' is not a command";
    }

    private static String question(UnmatchedArgumentException unmatched) {
        CommandLine line = unmatched.getCommandLine();
        List<String> words = unmatched.getUnmatched();
        Set<String> known = unmatched.isUnknownOption()
                ? line.getCommandSpec().optionsMap().keySet()
                : line.getSubcommands().keySet();
        return words.isEmpty()
                ? ""
                : NearestNames.question(words.getFirst().split("=", 2)[0], known)
                        .strip();
    }
}
