package dev.assay.model.verification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.verification.VerificationEvidence.FaultMoment;
import dev.assay.model.verification.VerificationEvidence.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PositiveControlTest {
    private static VerificationRecord verification(int repetition, boolean control, long lost) {
        VerificationEvidence evidence = new VerificationEvidence(
                new Accounting(100, 100, 0, 0, 100 - lost, lost, 0, 0, 0, 0, 0),
                new FaultMoment(List.of(), "", 1, 1, 50, 0, Map.of()),
                new Service(1, 1, true, 1, 1, 1));
        return new VerificationRecord(
                1,
                "kafka-level-2-power-all",
                repetition,
                control,
                Map.of(),
                Map.of(),
                new SystemIdentity("kafka", "4.3.1", "kafka-clients 4.3.1", "local", 3),
                DurabilityStatement.holding(DurabilityLevel.LEVEL_2),
                Fault.POWER_ALL,
                DurabilityClaim.of(DurabilityLevel.LEVEL_2, Fault.POWER_ALL, 3),
                1,
                "2026-11-20T10:15:00Z",
                VerificationOutcome.HOLDS,
                "",
                Optional.of(evidence),
                EffectiveConfig.NONE);
    }

    @Test
    void aControlSpeaksForItsOwnRepetitionOnly() {
        List<VerificationRecord> done = List.of(
                verification(1, true, 40),
                verification(1, false, 0),
                verification(2, true, 0),
                verification(2, false, 9));

        assertThat(PositiveControl.of(1, done)).get().returns(true, PositiveControl::detectsLoss);
        assertThat(PositiveControl.of(2, done)).get().returns(false, PositiveControl::detectsLoss);
        assertThat(PositiveControl.of(3, done)).isEmpty();
    }
}
