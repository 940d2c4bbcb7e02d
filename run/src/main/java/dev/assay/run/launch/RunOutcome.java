package dev.assay.run.launch;

import dev.assay.analysis.RunAnalysis;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.verification.VerificationOutcome;

/**
 * How a run ended.
 *
 * @param worst the worst verdict of all trials; VALID where there were only verifications
 * @param verifications what the verifications amount to; OK where there were none
 * @param trouble what stood in the way, where a trial did not finish for another reason than its values
 */
public record RunOutcome(Grade worst, ExitCode verifications, ExitCode trouble) {
    /** How a run without verifications ended. */
    public RunOutcome(Grade worst, ExitCode trouble) {
        this(worst, ExitCode.OK, trouble);
    }

    /**
     * What verifications amount to: a broken claim outweighs what says nothing, and one of another level than was asked for says
     * nothing of that one.
     */
    public static ExitCode ofVerifications(RunAnalysis run) {
        if (run.verifications().isEmpty()) {
            return ExitCode.OK;
        }
        return switch (run.worstVerification().orElse(VerificationOutcome.REFUSED)) {
            case HOLDS -> run.weakenedVerifications().isEmpty() ? ExitCode.OK : ExitCode.INCONCLUSIVE;
            case REFUSED, INCONCLUSIVE -> ExitCode.INCONCLUSIVE;
            case FAILS -> ExitCode.VERIFICATION_FAILED;
        };
    }

    /** The process's exit code. */
    public ExitCode exitCode(boolean strict) {
        if (trouble != ExitCode.OK) {
            return trouble;
        }
        if (verifications == ExitCode.VERIFICATION_FAILED || worst == Grade.VALID) {
            return verifications;
        }
        return switch (worst) {
            case INVALID -> ExitCode.INVALID;
            case DEGRADED -> strict ? ExitCode.DEGRADED : verifications;
            case VALID -> verifications;
        };
    }
}
