package dev.assay.run.launch;

import dev.assay.analysis.RunAnalysis;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.verification.VerificationOutcome;
import java.util.Optional;

/**
 * @param worst the worst verdict of all trials; VALID where there were only verifications
 * @param verifications exit code of the verifications; OK where there were none
 * @param gate exit code of the conditions of the scenario's {@code fail-if}; empty where it has none
 * @param trouble exit code of a trial that did not finish for another reason than its values
 */
public record RunOutcome(Grade worst, ExitCode verifications, Optional<ExitCode> gate, ExitCode trouble) {
    public RunOutcome(Grade worst, ExitCode trouble) {
        this(worst, ExitCode.OK, Optional.empty(), trouble);
    }

    /**
     * Returns the exit code of verifications: a broken claim outweighs an inconclusive one, and a verification of another level than was
     * asked for is inconclusive for that one.
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

    /**
     * Returns the process's exit code. Conditions count trials that are not VALID themselves, so they decide in place of the verdicts,
     * unless {@code strict}.
     */
    public ExitCode exitCode(boolean strict) {
        boolean fails = gate.filter(ExitCode.GATE_FAILED::equals).isPresent();
        if (trouble != ExitCode.OK && !(fails && trouble != ExitCode.INTERRUPTED)) {
            return trouble;
        }
        if (verifications == ExitCode.VERIFICATION_FAILED) {
            return verifications;
        }
        if (gate.isPresent() && (gate.get() != ExitCode.OK || !strict)) {
            return gate.get() == ExitCode.OK ? verifications : gate.get();
        }
        return switch (worst) {
            case INVALID -> ExitCode.INVALID;
            case DEGRADED -> strict ? ExitCode.DEGRADED : verifications;
            case VALID -> verifications;
        };
    }
}
