package dev.assay.run.exit;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.exit.ReportedFailure;

/** How a command ends that something was thrown in. */
public final class FailureCode {
    private FailureCode() {}

    /** The code of what was thrown; that of a defect where it is nothing that a command reports. */
    public static ExitCode of(Throwable failure) {
        if (isExhausted(failure)) {
            return ExitCode.INTERNAL; // Whoever wraps it takes it for what he was doing.
        }
        return failure instanceof ReportedFailure reported ? reported.exitCode() : ExitCode.INTERNAL;
    }

    /** Whether memory or stack of this process ran out: where that was says nothing of why. */
    public static boolean isExhausted(Throwable failure) {
        return FatalError.in(failure) instanceof VirtualMachineError;
    }

    /** What was thrown, for people; in a line, unless whoever threw it made more of it. */
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
