package dev.assay.run.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RunAnalysis;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.verification.FaultPlan;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunOutcomeTest {
    private static final DurabilityStatement HELD = DurabilityStatement.holding(DurabilityLevel.LEVEL_1);
    private static final DurabilityStatement WEAKENED =
            DurabilityStatement.giving(DurabilityLevel.LEVEL_1, DurabilityLevel.LEVEL_3, List.of("acks=1"));

    private static VerificationRecord verification(
            boolean control, DurabilityStatement durability, VerificationOutcome outcome) {
        return new VerificationRecord(
                new TrialIdentity(1, "kafka", 1, Map.of()),
                new FaultPlan(
                        Map.of(),
                        Fault.POWER_ALL,
                        DurabilityClaim.of(DurabilityLevel.LEVEL_1, Fault.POWER_ALL, 3),
                        control,
                        1),
                new SystemIdentity("kafka", "4.3.1", "kafka-clients 4.3.1", "local", 3),
                durability,
                EffectiveConfig.NONE,
                "2026-11-21T10:00:00Z",
                outcome,
                "",
                Optional.empty());
    }

    private static ExitCode of(VerificationRecord... verifications) {
        RunRecord run = new RunRecord(
                "r",
                "r",
                "",
                List.of(),
                List.of(),
                "2026-11-21T10:00:00Z",
                "1",
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                CalibrationStatus.NOT_RECORDED);
        return RunOutcome.ofVerifications(new RunAnalysis(run, List.of(), List.of(verifications), Optional.empty()));
    }

    @Test
    void verificationsOfTheLevelAskedForThatHoldEndWellAndWithoutVerificationsThereIsNothingToSay() {
        assertThat(of(verification(false, HELD, VerificationOutcome.HOLDS))).isEqualTo(ExitCode.OK);
        assertThat(of()).isEqualTo(ExitCode.OK);
    }

    @Test
    void aVerificationOfAnWeakenedLevelNeverCountsAsVerificationOfTheLevelAskedFor() {
        assertThat(of(
                        verification(false, HELD, VerificationOutcome.HOLDS),
                        verification(false, WEAKENED, VerificationOutcome.HOLDS)))
                .isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(of(verification(false, WEAKENED, VerificationOutcome.FAILS)))
                .isEqualTo(ExitCode.VERIFICATION_FAILED);
    }

    @Test
    void aControlThatHoldsDoesNotStandForVerificationsThatWereRefused() {
        VerificationRecord control = verification(true, HELD, VerificationOutcome.HOLDS);
        VerificationRecord refused = verification(false, HELD, VerificationOutcome.REFUSED);
        assertThat(of(control, refused)).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(of(control)).isEqualTo(ExitCode.OK);
        assertThat(of(control, refused, verification(false, HELD, VerificationOutcome.HOLDS)))
                .isEqualTo(ExitCode.OK);
    }
}
