package dev.assay.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.durability.DurabilityClaim;
import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.DurabilityStatement;
import dev.assay.core.durability.Fault;
import dev.assay.core.proof.Evidence.Cut;
import dev.assay.core.proof.Evidence.Service;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.core.result.SystemIdentity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ControlTest {
    private static ProofRecord proof(int repetition, boolean control, long lost) {
        Evidence evidence = new Evidence(
                new Accounting(100, 100, 0, 0, 100 - lost, lost, 0, 0, 0, 0, 0),
                new Cut(List.of(), "", 1, 1, 50, 0, Map.of()),
                new Service(1, 1, true, 1, 1, 1));
        return new ProofRecord(
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
                ProofOutcome.HOLDS,
                "",
                Optional.of(evidence),
                EffectiveConfig.NONE);
    }

    @Test
    void aControlSpeaksForItsOwnRepetitionOnly() {
        List<ProofRecord> done = List.of(proof(1, true, 40), proof(1, false, 0), proof(2, true, 0), proof(2, false, 9));

        assertThat(Control.of(1, done)).get().returns(true, Control::bites);
        assertThat(Control.of(2, done)).get().returns(false, Control::bites);
        assertThat(Control.of(3, done)).isEmpty();
    }
}
