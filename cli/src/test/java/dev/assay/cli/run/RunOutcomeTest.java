package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RunAnalysis;
import dev.assay.cli.exit.ExitCode;
import dev.assay.core.durability.DurabilityClaim;
import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.DurabilityStatement;
import dev.assay.core.durability.Fault;
import dev.assay.core.proof.ProofOutcome;
import dev.assay.core.proof.ProofRecord;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.core.result.RunRecord;
import dev.assay.core.result.SystemIdentity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunOutcomeTest {
    private static final DurabilityStatement HELD = DurabilityStatement.holding(DurabilityLevel.LEVEL_1);
    private static final DurabilityStatement UNDONE =
            DurabilityStatement.giving(DurabilityLevel.LEVEL_1, DurabilityLevel.LEVEL_3, List.of("acks=1"));

    private static ProofRecord proof(boolean control, DurabilityStatement durability, ProofOutcome outcome) {
        return new ProofRecord(
                1,
                "kafka",
                1,
                control,
                Map.of(),
                Map.of(),
                new SystemIdentity("kafka", "4.3.1", "kafka-clients 4.3.1", "local", 3),
                durability,
                Fault.POWER_ALL,
                DurabilityClaim.of(DurabilityLevel.LEVEL_1, Fault.POWER_ALL, 3),
                1,
                "2026-11-21T10:00:00Z",
                outcome,
                "",
                Optional.empty(),
                EffectiveConfig.NONE);
    }

    private static ExitCode of(ProofRecord... proofs) {
        RunRecord run = new RunRecord(
                "r", "r", "", List.of(), List.of(), "2026-11-21T10:00:00Z", "1", Map.of(), Map.of(), List.of());
        return RunOutcome.ofProofs(new RunAnalysis(run, List.of(), List.of(proofs), Optional.empty()));
    }

    @Test
    void proofsOfTheLevelAskedForThatHoldEndWellAndWithoutProofsThereIsNothingToSay() {
        assertThat(of(proof(false, HELD, ProofOutcome.HOLDS))).isEqualTo(ExitCode.OK);
        assertThat(of()).isEqualTo(ExitCode.OK);
    }

    @Test
    void aProofOfAnUndoneLevelNeverCountsAsProofOfTheLevelAskedFor() {
        assertThat(of(proof(false, HELD, ProofOutcome.HOLDS), proof(false, UNDONE, ProofOutcome.HOLDS)))
                .isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(of(proof(false, UNDONE, ProofOutcome.BROKEN))).isEqualTo(ExitCode.CLAIM_BROKEN);
    }

    @Test
    void aControlThatHoldsDoesNotStandForProofsThatWereRefused() {
        ProofRecord control = proof(true, HELD, ProofOutcome.HOLDS);
        ProofRecord refused = proof(false, HELD, ProofOutcome.REFUSED);
        assertThat(of(control, refused)).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(of(control)).isEqualTo(ExitCode.OK);
        assertThat(of(control, refused, proof(false, HELD, ProofOutcome.HOLDS))).isEqualTo(ExitCode.OK);
    }
}
