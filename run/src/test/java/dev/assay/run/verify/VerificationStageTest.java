package dev.assay.run.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.verification.FaultPlan;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.verification.PlannedVerification;
import dev.assay.scenario.verification.VerificationPlan;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerificationStageTest {
    @TempDir
    Path base;

    @Test
    void itIsFinishedWhereEveryVerificationHasItsRecord() throws Exception {
        ScenarioFile file = ScenarioFile.read(
                "x.yaml",
                "{name: x, systems: {kafka: {}}, faults: [kill-one, kill-all], verify: true}",
                List.of(),
                Set.of());
        VerificationPlan plan = VerificationPlan.of(file.name(), file.points(), file.faults(), 1, file.seed());
        RunDirectory run = RunDirectory.create(base, "x", Instant.EPOCH);
        VerificationStage stage = VerificationStage.onThisMachine(plan);

        for (PlannedVerification verification : plan.verifications()) {
            assertThat(stage.finishedIn(run)).isFalse();
            run.verification(verification.folder());
            assertThat(stage.finishedIn(run)).as("begun is not finished").isFalse();
            run.verification(verification.folder()).write(inconclusive(verification));
        }
        assertThat(plan.verifications()).hasSizeGreaterThan(1);
        assertThat(stage.finishedIn(run)).isTrue();
    }

    private static VerificationRecord inconclusive(PlannedVerification verification) {
        return new VerificationRecord(
                new TrialIdentity(verification.number(), verification.label(), 1, Map.of()),
                new FaultPlan(
                        Map.of(),
                        verification.fault(),
                        DurabilityClaim.of(verification.level(), verification.fault(), 3),
                        verification.control(),
                        verification.seed()),
                new SystemIdentity("kafka", "4.3.1", "kafka-clients 4.3.1", "local", 3),
                verification.durability(),
                EffectiveConfig.NONE,
                Instant.EPOCH.toString(),
                VerificationOutcome.INCONCLUSIVE,
                "a worker was lost",
                Optional.empty());
    }
}
