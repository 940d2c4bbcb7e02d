package dev.assay.cli.terminal;

import dev.assay.model.exit.ExitCode;
import dev.assay.report.view.Block;
import dev.assay.run.event.Progress;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

public abstract class TerminalCommand implements Callable<Integer> {
    @Spec
    protected CommandSpec spec = CommandSpec.create();

    protected abstract ExitCode run() throws Exception;

    @Override
    public final Integer call() throws Exception {
        ExitCode code = run();
        out().flush();
        return code.code();
    }

    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    protected final void print(List<Block> blocks) {
        Terminal.print(out(), blocks);
    }

    /** Returns the progress that is shown beside the result, which may be redirected to a file. */
    protected final Progress progress() {
        return new TerminalProgress(err(), Terminal.isTerminal());
    }
}
