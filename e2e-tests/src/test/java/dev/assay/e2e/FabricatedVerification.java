package dev.assay.e2e;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.verification.Accounting;
import dev.assay.model.verification.FaultPlan;
import dev.assay.model.verification.VerificationEvidence;
import dev.assay.model.verification.VerificationEvidence.FaultMoment;
import dev.assay.model.verification.VerificationEvidence.Service;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes up a verification of a trial's level. */
final class FabricatedVerification {
    private FabricatedVerification() {}

    static VerificationRecord of(TrialRecord trial, int number) {
        VerificationEvidence evidence = new VerificationEvidence(
                new Accounting(100, 100, 0, 0, 100, 0, 0, 0, 0, 0, 0),
                new FaultMoment(List.of(), "", 10_000_000_000L, 1, 50, 0, Map.of()),
                new Service(1, 1, true, 1, 1, 1));
        return new VerificationRecord(
                new TrialIdentity(number, "memory", number, Map.of()),
                new FaultPlan(
                        trial.plan().resolved(),
                        Fault.KILL_ALL,
                        DurabilityClaim.of(trial.durability().asked(), Fault.KILL_ALL, 1),
                        false,
                        number),
                trial.system(),
                trial.durability(),
                EffectiveConfig.NONE,
                "2026-11-20T10:15:00Z",
                VerificationOutcome.HOLDS,
                "",
                Optional.of(evidence));
    }
}
