package dev.assay.model.verification;

import dev.assay.model.durability.DurabilityClaim.Promise;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.TrialRecord;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether the level that a result has was tested: on the same versions of the same system and its client, with the
 * same settings as far as they may bear on it.
 *
 * @param upheld verifications in which everything that had to survive did
 * @param contradicting verifications in which the level did not hold what it claims
 * @param losing verifications that lost what they may lose
 * @param missing faults that must be survived before the level counts as verified, and were not tried
 */
public record VerificationStatus(
        Status status,
        List<VerificationByRun> upheld,
        List<VerificationByRun> contradicting,
        List<VerificationByRun> losing,
        Set<Fault> missing) {
    /** What the verifications amount to. */
    public enum Status {
        /** The hardest faults that the level promises to survive were survived. */
        VERIFIED,
        /** Some fault was survived, but not the hardest ones. */
        PARTLY_VERIFIED,
        /** Nothing was tested that could have failed. */
        NOT_VERIFIED,
        /** A verification has found that the level does not hold. */
        CONTRADICTED
    }

    public VerificationStatus {
        upheld = List.copyOf(upheld);
        contradicting = List.copyOf(contradicting);
        losing = List.copyOf(losing);
        missing = Set.copyOf(missing);
    }

    /** What those verifications say of that result. */
    public static VerificationStatus of(TrialRecord trial, List<VerificationByRun> verifications) {
        List<VerificationByRun> own = verifications.stream()
                .filter(by -> concerns(by.verification(), trial.system().system(), trial.resolved()))
                .filter(by -> sameVersionsAndLevel(by.verification(), trial))
                .toList();
        List<VerificationByRun> upheld = with(own, VerificationOutcome.HOLDS).stream()
                .filter(by -> by.verification().claim().promise() == Promise.SURVIVES)
                .toList();
        List<VerificationByRun> contradicting = with(own, VerificationOutcome.FAILS);
        List<VerificationByRun> losing = with(own, VerificationOutcome.HOLDS).stream()
                .filter(by -> by.verification().claim().promise() == Promise.MAY_LOSE && lost(by.verification()) > 0)
                .toList();
        Set<Fault> missing = trial.durability()
                .given()
                .map(VerificationStatus::hardest)
                .orElseGet(() -> EnumSet.noneOf(Fault.class));
        upheld.forEach(by -> missing.remove(by.verification().fault()));
        return new VerificationStatus(status(upheld, contradicting, missing), upheld, contradicting, losing, missing);
    }

    /** Whether a verification is about that system with settings that keep messages alike; versions and levels may differ. */
    public static boolean concerns(VerificationRecord verification, String system, Map<String, String> resolved) {
        return verification.system().system().equals(system)
                && RelevantSettings.of(system, verification.resolved()).equals(RelevantSettings.of(system, resolved));
    }

    private static boolean sameVersionsAndLevel(VerificationRecord verification, TrialRecord trial) {
        return verification.system().serverVersion().equals(trial.system().serverVersion())
                && verification.system().client().equals(trial.system().client())
                && verification.durability().given().isPresent()
                && verification.durability().given().equals(trial.durability().given());
    }

    /** Loss of power everywhere where disks are synced; else that of one node and a crash of all. */
    private static Set<Fault> hardest(DurabilityLevel level) {
        if (level.localSync()) {
            return EnumSet.of(Fault.POWER_ALL);
        }
        return level.replicatedSync() ? EnumSet.of(Fault.POWER_ONE, Fault.KILL_ALL) : EnumSet.of(Fault.KILL_ALL);
    }

    private static Status status(
            Collection<VerificationByRun> upheld,
            Collection<VerificationByRun> contradicting,
            Collection<Fault> missing) {
        if (!contradicting.isEmpty()) {
            return Status.CONTRADICTED;
        }
        if (upheld.isEmpty()) {
            return Status.NOT_VERIFIED;
        }
        return missing.isEmpty() ? Status.VERIFIED : Status.PARTLY_VERIFIED;
    }

    private static List<VerificationByRun> with(List<VerificationByRun> verifications, VerificationOutcome outcome) {
        return verifications.stream()
                .filter(by -> by.verification().outcome() == outcome)
                .toList();
    }

    private static long lost(VerificationRecord verification) {
        return verification
                .evidence()
                .map(evidence -> evidence.accounting().lost())
                .orElse(0L);
    }
}
