package dev.assay.cli.run;

import dev.assay.analysis.RunAnalysis;
import dev.assay.cli.exit.ExitCode;
import dev.assay.core.proof.ProofOutcome;
import dev.assay.core.result.Verdict.Grade;

/**
 * How a run ended.
 *
 * @param worst the worst verdict of all trials; VALID where there were only proofs
 * @param proofs what the proofs amount to; OK where there were none
 * @param trouble what stood in the way, where a trial did not come to its end for another reason than its figures
 */
public record RunOutcome(Grade worst, ExitCode proofs, ExitCode trouble) {
    /** How a run without proofs ended. */
    public RunOutcome(Grade worst, ExitCode trouble) {
        this(worst, ExitCode.OK, trouble);
    }

    /**
     * What proofs amount to: a broken claim outweighs what says nothing, and one of another level than was asked for says
     * nothing of that one.
     */
    static ExitCode ofProofs(RunAnalysis run) {
        if (run.proofs().isEmpty()) {
            return ExitCode.OK;
        }
        return switch (run.worstProof().orElse(ProofOutcome.REFUSED)) {
            case HOLDS -> run.undoneProofs().isEmpty() ? ExitCode.OK : ExitCode.INCONCLUSIVE;
            case REFUSED, INCONCLUSIVE -> ExitCode.INCONCLUSIVE;
            case BROKEN -> ExitCode.CLAIM_BROKEN;
        };
    }

    /** The process's exit code. */
    public ExitCode exitCode(boolean strict) {
        if (trouble != ExitCode.OK) {
            return trouble;
        }
        if (proofs == ExitCode.CLAIM_BROKEN || worst == Grade.VALID) {
            return proofs;
        }
        return switch (worst) {
            case INVALID -> ExitCode.INVALID;
            case DEGRADED -> strict ? ExitCode.DEGRADED : proofs;
            case VALID -> proofs;
        };
    }
}
