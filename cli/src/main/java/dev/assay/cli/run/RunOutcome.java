package dev.assay.cli.run;

import dev.assay.cli.exit.ExitCode;
import dev.assay.core.result.Verdict.Grade;

/**
 * How a run ended.
 *
 * @param worst the worst verdict of all trials
 * @param trouble what stood in the way, where a trial did not come to its end for another reason than its figures
 */
public record RunOutcome(Grade worst, ExitCode trouble) {
    /** The process's exit code. */
    public ExitCode exitCode(boolean strict) {
        if (trouble != ExitCode.OK) {
            return trouble;
        }
        return switch (worst) {
            case VALID -> ExitCode.OK;
            case DEGRADED -> strict ? ExitCode.DEGRADED : ExitCode.OK;
            case INVALID -> ExitCode.INVALID;
        };
    }
}
