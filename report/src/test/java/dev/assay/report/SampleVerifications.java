package dev.assay.report;

import dev.assay.analysis.RunAnalysis;
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
import dev.assay.model.verification.VerifiedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes verifications with every outcome. */
final class SampleVerifications {
    private SampleVerifications() {}

    static RunAnalysis alone() {
        return new RunAnalysis(SampleRuns.of("durability", List.of()).run(), List.of(), all(), Optional.empty());
    }

    static RunAnalysis withTrials() {
        RunAnalysis trials = SampleRuns.single();
        return new RunAnalysis(trials.run(), trials.trials(), all(), Optional.empty());
    }

    /** Returns a run that measures at level 2, which another run has verified. */
    static RunAnalysis verifiedByAnother() {
        return verifiedBy(5);
    }

    /** Returns a run whose level another run has tested with too few cuts of power. */
    static RunAnalysis verifiedByFewCuts() {
        return verifiedBy(2);
    }

    private static RunAnalysis verifiedBy(int cuts) {
        List<VerificationRecord> verifications = new ArrayList<>();
        for (int seed = 1; seed <= cuts; seed++) {
            for (Fault fault : List.of(Fault.KILL_ALL, Fault.POWER_ONE)) {
                verifications.add(seeded(ofLevelTwo(fault, VerificationOutcome.HOLDS, 0), seed));
            }
        }
        verifications.add(ofLevelTwo(Fault.POWER_ALL, VerificationOutcome.HOLDS, 7_860));
        return verifiedBy(verifications);
    }

    private static VerificationRecord seeded(VerificationRecord one, long seed) {
        return new VerificationRecord(
                one.identity(),
                new FaultPlan(
                        one.plan().resolved(),
                        one.plan().fault(),
                        one.plan().claim(),
                        one.plan().control(),
                        seed),
                one.system(),
                one.durability(),
                one.config(),
                one.startedAt(),
                one.outcome(),
                one.reason(),
                one.evidence());
    }

    /** Returns a verification that lost only what its level may lose. */
    static VerificationRecord asStated() {
        return verification(
                8,
                "kafka",
                DurabilityLevel.LEVEL_2,
                Fault.POWER_ALL,
                VerificationOutcome.HOLDS,
                7_860,
                "7,860 of 25,029 acknowledged messages were lost, as the level states");
    }

    /** Returns a verification whose messages are missing, without evidence whether they are lost. */
    static VerificationRecord missing() {
        return verification(
                7,
                "kafka",
                DurabilityLevel.LEVEL_1,
                Fault.POWER_ALL,
                VerificationOutcome.INCONCLUSIVE,
                12,
                "12 of 25,029 acknowledged messages are missing, and whether they are lost is not known: partition 3 has no leader");
    }

    /** Returns a run one of whose verifications contradicts the level. */
    static RunAnalysis contradicted() {
        return verifiedBy(List.of(
                ofLevelTwo(Fault.POWER_ONE, VerificationOutcome.HOLDS, 0),
                ofLevelTwo(Fault.KILL_ALL, VerificationOutcome.FAILS, 12)));
    }

    private static RunAnalysis verifiedBy(List<VerificationRecord> verifications) {
        RunAnalysis trials = SampleRuns.single();
        VerifiedBy cited = new VerifiedBy("20261119T080000Z-durability", verifications);
        return new RunAnalysis(trials.run(), trials.trials(), List.of(), Optional.of(cited));
    }

    private static VerificationRecord ofLevelTwo(Fault fault, VerificationOutcome outcome, long lost) {
        return verification(1, "kafka", DurabilityLevel.LEVEL_2, fault, outcome, lost, "");
    }

    static List<VerificationRecord> all() {
        return List.of(
                verification(
                        1,
                        "kafka",
                        DurabilityLevel.LEVEL_2,
                        Fault.POWER_ALL,
                        VerificationOutcome.HOLDS,
                        7_860,
                        "7,860 of 25,029 acknowledged messages were lost, as a control must: no node is sure to have a message on disk"),
                verification(
                        2,
                        "kafka",
                        DurabilityLevel.LEVEL_1,
                        Fault.POWER_ALL,
                        VerificationOutcome.HOLDS,
                        0,
                        "nothing was lost: several nodes have each message on disk"),
                verification(
                        3,
                        "rabbitmq",
                        DurabilityLevel.LEVEL_1,
                        Fault.KILL_ONE,
                        VerificationOutcome.FAILS,
                        12,
                        "12 of 25,029 acknowledged messages were lost, although several nodes have each message on disk"),
                verification(
                        4,
                        "pulsar",
                        DurabilityLevel.LEVEL_1,
                        Fault.POWER_ONE,
                        VerificationOutcome.INCONCLUSIVE,
                        0,
                        "nothing was lost, but the positive control kafka-level-2-power-all lost nothing either"),
                refused(),
                weakened());
    }

    /** Returns a verification that held, of a system of that name. */
    static VerificationRecord of(String system) {
        return verification(1, system, DurabilityLevel.LEVEL_1, Fault.POWER_ALL, VerificationOutcome.HOLDS, 0, "");
    }

    /** Returns a verification that held, but at another level than requested. */
    static VerificationRecord weakened() {
        DurabilityStatement left = DurabilityStatement.giving(
                DurabilityLevel.LEVEL_1, DurabilityLevel.LEVEL_3, List.of("settings.kafka.producer.acks=1"));
        return record(
                6,
                "kafka",
                left,
                Fault.POWER_ALL,
                VerificationOutcome.HOLDS,
                "nothing was lost this time, but nothing is promised",
                Optional.of(evidence(0)));
    }

    private static VerificationRecord verification(
            int number,
            String system,
            DurabilityLevel level,
            Fault fault,
            VerificationOutcome outcome,
            long lost,
            String reason) {
        return record(
                number,
                system,
                DurabilityStatement.holding(level),
                fault,
                outcome,
                reason,
                Optional.of(evidence(lost)));
    }

    private static VerificationEvidence evidence(long lost) {
        return new VerificationEvidence(
                new Accounting(25_050, 25_029, 20, 1, 25_029 - lost, lost, 4, 0, 0, 0, 3),
                new FaultMoment(
                        List.of("broker-1", "broker-2"),
                        "2026-11-21T09:01:20.123Z",
                        7_908_086_228L,
                        79_000_000,
                        7_772,
                        10,
                        Map.of("dirty", "157740 KiB")),
                new Service(14_011_984_143L, 200_000_000, true, 14_369_685_503L, 13_533_302_038L, 1_000_000_000L));
    }

    private static VerificationRecord refused() {
        return record(
                5,
                "kafka",
                DurabilityStatement.holding(DurabilityLevel.LEVEL_1),
                Fault.PARTITION_ONE,
                VerificationOutcome.REFUSED,
                "this needs root",
                Optional.empty());
    }

    private static VerificationRecord record(
            int number,
            String system,
            DurabilityStatement durability,
            Fault fault,
            VerificationOutcome outcome,
            String reason,
            Optional<VerificationEvidence> evidence) {
        return new VerificationRecord(
                new TrialIdentity(number, system + "-" + durability.label() + "-" + fault, 1, Map.of()),
                new FaultPlan(
                        Map.of(),
                        fault,
                        DurabilityClaim.of(durability.given().orElseThrow(), fault, 3),
                        number == 1,
                        42),
                new SystemIdentity(system, "4.3.1", system + "-clients 4.3.1", "local", evidence.isEmpty() ? 0 : 3),
                durability,
                EffectiveConfig.NONE,
                "2026-11-21T09:01:05Z",
                outcome,
                reason,
                evidence);
    }
}
