package dev.assay.journeys;

import dev.assay.core.durability.DurabilityClaim;
import dev.assay.core.durability.Fault;
import dev.assay.core.proof.Accounting;
import dev.assay.core.proof.Evidence;
import dev.assay.core.proof.Evidence.Cut;
import dev.assay.core.proof.Evidence.Service;
import dev.assay.core.proof.ProofOutcome;
import dev.assay.core.proof.ProofRecord;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.core.result.TrialRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A proof that nobody made, of the level that a trial has. */
final class MadeUpProof {
    private MadeUpProof() {}

    static ProofRecord of(TrialRecord trial) {
        Evidence evidence = new Evidence(
                new Accounting(100, 100, 0, 0, 100, 0, 0, 0, 0, 0, 0),
                new Cut(List.of(), "", 1, 1, 50, 0, Map.of()),
                new Service(1, 1, true, 1, 1, 1));
        return new ProofRecord(
                1,
                "memory",
                1,
                false,
                Map.of(),
                trial.resolved(),
                trial.system(),
                trial.durability(),
                Fault.KILL_ALL,
                DurabilityClaim.of(trial.durability().asked(), Fault.KILL_ALL, 1),
                1,
                "2026-11-20T10:15:00Z",
                ProofOutcome.HOLDS,
                "",
                Optional.of(evidence),
                EffectiveConfig.NONE);
    }
}
