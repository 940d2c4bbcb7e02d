package dev.assay.store;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialIdentity;
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

/** Makes a verification to write and read. */
final class RecordedVerification {
    private static final VerificationEvidence EVIDENCE = new VerificationEvidence(
            new Accounting(100, 90, 6, 4, 80, 10, 3, 2, 1, 0, 5),
            new FaultMoment(
                    List.of("broker-1"),
                    "2026-11-21T10:15:07Z",
                    7_000_000_000L,
                    1_000,
                    70,
                    9,
                    Map.of("dirty", "12 KiB")),
            new Service(14_000_000_000L, 200_000_000, true, 14_100_000_000L, 13_000_000_000L, 1_000_000_000));

    private RecordedVerification() {}

    /** Returns a verification with evidence, unless it was refused. */
    static VerificationRecord of(int number, String label, VerificationOutcome outcome, String startedAt) {
        return new VerificationRecord(
                new TrialIdentity(number, label, 1, Map.of()),
                new FaultPlan(
                        Map.of("workload.rate", "1000/s"),
                        Fault.POWER_ALL,
                        DurabilityClaim.of(DurabilityLevel.LEVEL_2, Fault.POWER_ALL, 3),
                        true,
                        -7),
                new SystemIdentity("kafka", "4.3.1", "kafka-clients 4.3.1", "local", 3),
                DurabilityStatement.giving(
                        DurabilityLevel.LEVEL_1,
                        DurabilityLevel.LEVEL_2,
                        List.of("settings.kafka.topic.flush.messages=9")),
                new EffectiveConfig(Map.of("producer", Map.of("acks", "all")), Map.of()),
                startedAt,
                outcome,
                "no root",
                outcome == VerificationOutcome.REFUSED ? Optional.empty() : Optional.of(EVIDENCE));
    }
}
