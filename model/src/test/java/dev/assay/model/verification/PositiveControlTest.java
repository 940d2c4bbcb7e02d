package dev.assay.model.verification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.verification.VerificationEvidence.FaultMoment;
import dev.assay.model.verification.VerificationEvidence.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PositiveControlTest {
    private static VerificationRecord verification(VerificationOutcome outcome, boolean control, long lost) {
        VerificationEvidence evidence = new VerificationEvidence(
                new Accounting(100, 100, 0, 0, 100 - lost, lost, 0, 0, 0, 0, 0),
                new FaultMoment(List.of(), "", 1, 1, 50, 0, Map.of()),
                new Service(1, 1, true, 1, 1, 1));
        return new VerificationRecord(
                new TrialIdentity(1, "kafka-level-2-power-all", 1, Map.of()),
                new FaultPlan(
                        Map.of(),
                        Fault.POWER_ALL,
                        DurabilityClaim.of(DurabilityLevel.LEVEL_2, Fault.POWER_ALL, 3),
                        control,
                        1),
                new SystemIdentity("kafka", "4.3.1", "kafka-clients 4.3.1", "local", 3),
                DurabilityStatement.holding(DurabilityLevel.LEVEL_2),
                EffectiveConfig.NONE,
                "2026-11-20T10:15:00Z",
                outcome,
                "",
                Optional.of(evidence));
    }

    @Test
    void theOneThatLostMostSpeaksAndOthersThanControlsDoNot() {
        List<VerificationRecord> done = List.of(
                verification(VerificationOutcome.HOLDS, true, 40),
                verification(VerificationOutcome.HOLDS, true, 50),
                verification(VerificationOutcome.HOLDS, false, 90));

        assertThat(PositiveControl.among(done)).get().returns(50L, PositiveControl::lost);
        assertThat(PositiveControl.among(done.subList(2, 3))).isEmpty();
    }

    /** A message that is only missing may still exist, so it shows nothing. */
    @Test
    void aControlOfWhichMessagesAreMissingDetectsNoLoss() {
        assertThat(PositiveControl.among(List.of(verification(VerificationOutcome.INCONCLUSIVE, true, 40))))
                .get()
                .returns(false, PositiveControl::detectsLoss);
    }
}
