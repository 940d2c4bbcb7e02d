package dev.assay.cli;

import picocli.CommandLine;

/** The command line within the process of a test; the program itself ends its process. */
public final class InProcess {
    private InProcess() {}

    /** As people see it. */
    public static CommandLine commandLine() {
        return Main.commandLine();
    }
}
