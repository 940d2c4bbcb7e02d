package dev.assay.cli;

import dev.assay.model.display.VisibleText;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.exit.FailureCode;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.scenario.ScenarioException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns a thrown failure into one message and an exit code; prints a stack trace for defects only, and only where it says something. */
final class FailureReport implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception failure, CommandLine commandLine, ParseResult parsed) {
        return tell(failure, commandLine.getErr());
    }

    /** Prints the message to {@code err} and returns the exit code. */
    static int tell(Throwable failure, PrintWriter err) {
        ExitCode code = FailureCode.of(failure);
        String masked = ProcessRedactor.known().masked(FailureCode.reason(failure));
        String reason = failure instanceof ScenarioException ? VisibleText.of(masked) : VisibleText.message(masked);
        if (FailureCode.isExhausted(failure)) {
            err.println("assay: this is a bug in Assay; please report it: " + reason);
        } else if (code == ExitCode.INTERNAL) {
            err.println("assay: this is a bug in Assay; please report it with the lines below");
            failure.printStackTrace(err);
        } else {
            err.println((failure instanceof ScenarioException ? "" : "assay: ") + reason);
        }
        err.flush();
        return code.code();
    }
}
