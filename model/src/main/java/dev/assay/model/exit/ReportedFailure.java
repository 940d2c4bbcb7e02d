package dev.assay.model.exit;

/** Marks throwables that commands report by their message, ending with their exit code. */
public interface ReportedFailure {
    ExitCode exitCode();
}
