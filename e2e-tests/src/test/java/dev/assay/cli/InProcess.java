package dev.assay.cli;

import picocli.CommandLine;

/** Runs the command line within the process of a test, since the program itself ends its process. */
public final class InProcess {
    private InProcess() {}

    public static CommandLine commandLine() {
        return Main.commandLine();
    }
}
