package dev.assay.core.proof;

import java.util.List;

/**
 * What earlier runs beside a run have proven, as far as it concerns what the run measures; {@code earlier-proofs.json}.
 *
 * @param lookedAt ISO-8601 instant at which the runs were looked at
 * @param proofs oldest first, with no more of the settings in force than the scenario had
 * @param leftOut what could not be read, and why
 */
public record EarlierProofs(String lookedAt, List<ProofByRun> proofs, List<String> leftOut) {
    public EarlierProofs {
        proofs = List.copyOf(proofs);
        leftOut = List.copyOf(leftOut);
    }
}
