package dev.assay.core.proof;

import dev.assay.core.durability.DurabilityClaim.Promise;
import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.Fault;
import dev.assay.core.result.TrialRecord;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether the level that a result has was put to the test: on the same versions of the same system and its client, with the
 * same settings as far as they may bear on it.
 *
 * @param upheld proofs in which everything that had to survive did
 * @param contradicting proofs in which the level did not hold what it claims
 * @param losing proofs that lost what they may lose
 * @param missing faults that must be survived before the level counts as proven, and were not tried
 */
public record Proven(
        Status status,
        List<ProofByRun> upheld,
        List<ProofByRun> contradicting,
        List<ProofByRun> losing,
        Set<Fault> missing) {
    /** What the proofs amount to. */
    public enum Status {
        /** The hardest faults that the level promises to survive were survived. */
        PROVEN,
        /** Some fault was survived, but not the hardest ones. */
        PARTLY_PROVEN,
        /** Nothing was put to the test that could have failed. */
        NOT_PROVEN,
        /** A proof has found that the level does not hold. */
        CONTRADICTED
    }

    public Proven {
        upheld = List.copyOf(upheld);
        contradicting = List.copyOf(contradicting);
        losing = List.copyOf(losing);
        missing = Set.copyOf(missing);
    }

    /** What those proofs say of that result. */
    public static Proven of(TrialRecord trial, List<ProofByRun> proofs) {
        List<ProofByRun> own = proofs.stream()
                .filter(by -> concerns(by.proof(), trial.system().system(), trial.resolved()))
                .filter(by -> sameVersionsAndLevel(by.proof(), trial))
                .toList();
        List<ProofByRun> upheld = with(own, ProofOutcome.HOLDS).stream()
                .filter(by -> by.proof().claim().promise() == Promise.SURVIVES)
                .toList();
        List<ProofByRun> contradicting = with(own, ProofOutcome.BROKEN);
        List<ProofByRun> losing = with(own, ProofOutcome.HOLDS).stream()
                .filter(by -> by.proof().claim().promise() == Promise.MAY_LOSE && lost(by.proof()) > 0)
                .toList();
        Set<Fault> missing =
                trial.durability().given().map(Proven::hardest).orElseGet(() -> EnumSet.noneOf(Fault.class));
        upheld.forEach(by -> missing.remove(by.proof().fault()));
        return new Proven(status(upheld, contradicting, missing), upheld, contradicting, losing, missing);
    }

    /** Whether a proof is about that system with settings that keep messages alike; versions and levels may differ. */
    public static boolean concerns(ProofRecord proof, String system, Map<String, String> resolved) {
        return proof.system().system().equals(system)
                && DecidingSettings.of(system, proof.resolved()).equals(DecidingSettings.of(system, resolved));
    }

    private static boolean sameVersionsAndLevel(ProofRecord proof, TrialRecord trial) {
        return proof.system().serverVersion().equals(trial.system().serverVersion())
                && proof.system().client().equals(trial.system().client())
                && proof.durability().given().isPresent()
                && proof.durability().given().equals(trial.durability().given());
    }

    /** Loss of power everywhere where disks are synced; else that of one node and a crash of all. */
    private static Set<Fault> hardest(DurabilityLevel level) {
        if (level.localSync()) {
            return EnumSet.of(Fault.POWER_ALL);
        }
        return level.replicatedSync() ? EnumSet.of(Fault.POWER_ONE, Fault.KILL_ALL) : EnumSet.of(Fault.KILL_ALL);
    }

    private static Status status(
            Collection<ProofByRun> upheld, Collection<ProofByRun> contradicting, Collection<Fault> missing) {
        if (!contradicting.isEmpty()) {
            return Status.CONTRADICTED;
        }
        if (upheld.isEmpty()) {
            return Status.NOT_PROVEN;
        }
        return missing.isEmpty() ? Status.PROVEN : Status.PARTLY_PROVEN;
    }

    private static List<ProofByRun> with(List<ProofByRun> proofs, ProofOutcome outcome) {
        return proofs.stream().filter(by -> by.proof().outcome() == outcome).toList();
    }

    private static long lost(ProofRecord proof) {
        return proof.evidence().map(evidence -> evidence.accounting().lost()).orElse(0L);
    }
}
