package dev.assay.cli;

import dev.assay.cli.exit.CommandFailure;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.terminal.HiddenValues;
import dev.assay.coordination.coordinator.CoordinationException;
import dev.assay.core.display.VisibleText;
import dev.assay.core.scenario.text.ScenarioException;
import dev.assay.deployment.DeploymentException;
import dev.assay.host.HostException;
import dev.assay.store.StoreException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns what went wrong into one message and an exit code. A stack trace is for defects only. */
final class FailureReport implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception failure, CommandLine commandLine, ParseResult parsed) {
        PrintWriter err = commandLine.getErr();
        ExitCode code = codeOf(failure);
        if (code == ExitCode.INTERNAL) {
            err.println("assay: this is a defect of Assay; please report it with the lines below");
            failure.printStackTrace(err);
        } else {
            String message = HiddenValues.known().masked(String.valueOf(failure.getMessage()));
            err.println((failure instanceof ScenarioException ? "" : "assay: ") + VisibleText.of(message));
        }
        err.flush();
        return code.code();
    }

    private static ExitCode codeOf(Exception failure) {
        return switch (failure) {
            case CommandFailure known -> known.exitCode();
            case ScenarioException _ -> ExitCode.BAD_INPUT;
            case StoreException _ -> ExitCode.ENVIRONMENT;
            case CoordinationException _ -> ExitCode.ENVIRONMENT;
            case HostException _ -> ExitCode.ENVIRONMENT;
            case DeploymentException deployment ->
                switch (deployment.kind()) {
                    case INPUT -> ExitCode.BAD_INPUT;
                    case ENVIRONMENT -> ExitCode.ENVIRONMENT;
                    case SYSTEM -> ExitCode.SYSTEM_UNDER_TEST;
                };
            default -> ExitCode.INTERNAL;
        };
    }
}
