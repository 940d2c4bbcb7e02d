package dev.assay.cli.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** How Assay was started, word by word, to be repeated. */
public final class CommandLineText {
    /** What people call the program: set by the launcher. */
    private static final String PROGRAM = "assay.command";

    private CommandLineText() {}

    /** The words, the program first. */
    public static List<String> of(CommandSpec spec) {
        List<String> line = new ArrayList<>(List.of(System.getProperty(PROGRAM, "./assay")));
        line.addAll(
                spec.commandLine().getParseResult() == null
                        ? List.of()
                        : spec.root().commandLine().getParseResult().originalArgs());
        return line;
    }
}
