package dev.assay.run.exit;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.exit.ReportedFailure;

public final class FailureCode {
    private FailureCode() {}

    /** Returns the exit code of a failure; that of a defect where commands don't report such failures. */
    public static ExitCode of(Throwable failure) {
        if (isExhausted(failure)) {
            return ExitCode.INTERNAL; // Code that wraps it blames its own task.
        }
        return failure instanceof ReportedFailure reported ? reported.exitCode() : ExitCode.INTERNAL;
    }

    /** Returns whether memory or stack of this process ran out: where that happened says nothing of its cause. */
    public static boolean isExhausted(Throwable failure) {
        return FatalError.in(failure) instanceof VirtualMachineError;
    }

    /** Describes a failure for people, in one line unless its message has several. */
    public static String reason(Throwable failure) {
        Error error = FatalError.in(failure);
        if (error instanceof OutOfMemoryError) {
            return "it ran out of memory (%s; its heap may have %d MiB)"
                    .formatted(error.getMessage(), Runtime.getRuntime().maxMemory() >> 20);
        }
        if (error instanceof StackOverflowError) {
            StackTraceElement[] frames = error.getStackTrace();
            return "it ran out of stack" + (frames.length == 0 ? "" : " at " + frames[0]);
        }
        return of(failure) == ExitCode.INTERNAL && !(failure instanceof CommandFailure)
                ? failure.toString()
                : String.valueOf(failure.getMessage());
    }
}
