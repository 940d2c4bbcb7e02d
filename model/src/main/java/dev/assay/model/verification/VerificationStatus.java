package dev.assay.model.verification;

import dev.assay.model.durability.DurabilityClaim.Promise;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.TrialRecord;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Says whether the level that a result has was tested: on the same versions of the same system and its client, with the
 * same settings as far as they may bear on it.
 *
 * @param upheld verifications in which everything that had to survive did
 * @param contradicting verifications in which the level did not hold what it claims
 * @param losing verifications that lost what they may lose
 * @param missing faults that must be survived before the level counts as verified, and were not tried
 * @param few those of them that were, but in fewer cuts than it takes, with how many
 */
public record VerificationStatus(
        Status status,
        List<VerificationByRun> upheld,
        List<VerificationByRun> contradicting,
        List<VerificationByRun> losing,
        Set<Fault> missing,
        SortedMap<Fault, Integer> few) {
    private static final String NOT_SET = "not set";

    public enum Status {
        /** The hardest faults that the level promises to survive were survived, each {@value LossBound#CUTS_FOR_VERIFIED} times. */
        VERIFIED,
        /** Some fault was survived, but not the hardest ones, or not often enough to be known. */
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
        few = Collections.unmodifiableSortedMap(new TreeMap<>(few));
    }

    public static VerificationStatus of(TrialRecord trial, List<VerificationByRun> verifications) {
        List<VerificationByRun> matching = verifications.stream()
                .filter(by -> differences(
                                by.verification(),
                                trial.system().system(),
                                trial.plan().resolved())
                        .isEmpty())
                .filter(by -> sameVersionsAndLevel(by.verification(), trial))
                .toList();
        List<VerificationByRun> upheld =
                matching.stream().filter(by -> by.verification().held()).toList();
        List<VerificationByRun> contradicting = with(matching, VerificationOutcome.FAILS);
        List<VerificationByRun> losing = with(matching, VerificationOutcome.HOLDS).stream()
                .filter(by -> by.verification().plan().claim().promise() == Promise.MAY_LOSE
                        && by.verification().lost() > 0)
                .toList();
        Set<Fault> missing = trial.durability()
                .given()
                .map(VerificationStatus::hardest)
                .orElseGet(() -> EnumSet.noneOf(Fault.class));
        SortedMap<Fault, Integer> few = new TreeMap<>();
        for (Fault fault : List.copyOf(missing)) {
            int cuts = LossBound.distinct(upheld.stream()
                    .map(VerificationByRun::verification)
                    .filter(verification -> verification.plan().fault() == fault)
                    .toList());
            if (cuts > 0) {
                missing.remove(fault);
            }
            if (cuts > 0 && cuts < LossBound.CUTS_FOR_VERIFIED) {
                few.put(fault, cuts);
            }
        }
        boolean enough = missing.isEmpty() && few.isEmpty();
        return new VerificationStatus(
                status(upheld, contradicting, enough), upheld, contradicting, losing, missing, few);
    }

    /**
     * Returns paths of settings that may bear on what is kept, with their two values where they differ; empty where a
     * verification is about that system with such settings, whatever the versions and the level are.
     */
    public static List<String> differences(
            VerificationRecord verification, String system, Map<String, String> resolved) {
        if (!verification.system().system().equals(system)) {
            return List.of("the system is " + verification.system().system() + " there, " + system + " here");
        }
        Map<String, String> verified =
                RelevantSettings.of(system, verification.plan().resolved()).byPath();
        Map<String, String> measured = RelevantSettings.of(system, resolved).byPath();
        Set<String> paths = new TreeSet<>(verified.keySet());
        paths.addAll(measured.keySet());
        return paths.stream()
                .filter(path -> !Objects.equals(verified.get(path), measured.get(path)))
                .map(path -> "%s is %s there, %s here"
                        .formatted(path, verified.getOrDefault(path, NOT_SET), measured.getOrDefault(path, NOT_SET)))
                .toList();
    }

    private static boolean sameVersionsAndLevel(VerificationRecord verification, TrialRecord trial) {
        return verification.system().serverVersion().equals(trial.system().serverVersion())
                && verification.system().client().equals(trial.system().client())
                && verification.durability().given().isPresent()
                && verification.durability().given().equals(trial.durability().given());
    }

    /**
     * Returns loss of power of all nodes for a level that syncs disks, loss of power of one and a kill of all for one that only
     * replicates, and else a kill of all.
     */
    private static Set<Fault> hardest(DurabilityLevel level) {
        if (level.localSync()) {
            return EnumSet.of(Fault.POWER_ALL);
        }
        return level.replicatedSync() ? EnumSet.of(Fault.POWER_ONE, Fault.KILL_ALL) : EnumSet.of(Fault.KILL_ALL);
    }

    private static Status status(
            Collection<VerificationByRun> upheld, Collection<VerificationByRun> contradicting, boolean enough) {
        if (!contradicting.isEmpty()) {
            return Status.CONTRADICTED;
        }
        if (upheld.isEmpty()) {
            return Status.NOT_VERIFIED;
        }
        return enough ? Status.VERIFIED : Status.PARTLY_VERIFIED;
    }

    private static List<VerificationByRun> with(List<VerificationByRun> verifications, VerificationOutcome outcome) {
        return verifications.stream()
                .filter(by -> by.verification().outcome() == outcome)
                .toList();
    }
}
