package dev.assay.cli.command;

import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.PrintWriter;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a shell needs to complete what is typed. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = {
            "Prints a script with which a shell completes commands, options and files.",
            "For the shell that runs: source <(assay completion bash). For all to come, that line belongs into ~/.bashrc or ~/.zshrc."
        })
public final class CompletionCommand implements Callable<Integer> {
    /** Each reads the same script. */
    private static final Set<String> SHELLS = Set.of("bash", "zsh");

    @Parameters(index = "0", paramLabel = "SHELL", description = "bash or zsh.")
    private String shell = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        if (!SHELLS.contains(shell)) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "there is a completion for bash and for zsh, but none for '" + shell + "'");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(AutoComplete.bash("assay", spec.root().commandLine()));
        out.flush();
        return ExitCode.OK.code();
    }
}
