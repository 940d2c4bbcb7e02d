package dev.assay.model.exit;

/** Something thrown that commands report by its message, and end with its code. */
public interface ReportedFailure {
    /** What the command ends with. */
    ExitCode exitCode();
}
