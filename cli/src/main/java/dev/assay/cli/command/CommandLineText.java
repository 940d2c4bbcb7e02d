package dev.assay.cli.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Recalls the command line that started Assay, word by word, so that it can be repeated. */
public final class CommandLineText {
    /** Names the system property with the program's name as people typed it; the launcher sets it. */
    private static final String PROGRAM = "assay.command";

    private CommandLineText() {}

    public static List<String> of(CommandSpec spec) {
        List<String> line = new ArrayList<>(List.of(System.getProperty(PROGRAM, "./assay")));
        line.addAll(
                spec.commandLine().getParseResult() == null
                        ? List.of()
                        : spec.root().commandLine().getParseResult().originalArgs());
        return line;
    }
}
