package dev.assay.core.proof;

import dev.assay.core.durability.DurabilityClaim;
import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.DurabilityStatement;
import dev.assay.core.durability.Fault;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.core.result.SystemIdentity;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * All that is kept of one proof; {@code proof.json}.
 *
 * @param number 1-based place among the proofs of the run
 * @param label short name, such as {@code kafka-level-1-power-all}
 * @param repetition 1-based
 * @param control whether it is there to show that a loss would be seen
 * @param dimensions values that tell this system from others of its kind, by scenario path
 * @param resolved every key of the scenario with its value for this proof, by path
 * @param durability the level that was asked for, and the one that the system gives, which the claim is about
 * @param seed what the load and the moment of the fault derive from
 * @param startedAt ISO-8601 instant
 * @param reason of the outcome, for people
 * @param evidence empty when the proof was refused or came to no end
 */
public record ProofRecord(
        int number,
        String label,
        int repetition,
        boolean control,
        Map<String, String> dimensions,
        Map<String, String> resolved,
        SystemIdentity system,
        DurabilityStatement durability,
        Fault fault,
        DurabilityClaim claim,
        long seed,
        String startedAt,
        ProofOutcome outcome,
        String reason,
        Optional<Evidence> evidence,
        EffectiveConfig config) {
    public ProofRecord {
        dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
        resolved = Collections.unmodifiableMap(new LinkedHashMap<>(resolved));
    }

    /** The level that is put to the test: the one that the system gives; the one asked for where that can't be said. */
    public DurabilityLevel level() {
        return durability.given().orElse(durability.asked());
    }

    /** What the reader must know before the outcome: that it says nothing about the level asked for. */
    public Optional<String> flag() {
        return durability.undone()
                ? Optional.of("asked for " + durability + ": this is no proof of " + durability.asked())
                : Optional.empty();
    }

    /** The same with other settings in force. */
    public ProofRecord with(EffectiveConfig other) {
        return new ProofRecord(
                number,
                label,
                repetition,
                control,
                dimensions,
                resolved,
                system,
                durability,
                fault,
                claim,
                seed,
                startedAt,
                outcome,
                reason,
                evidence,
                other);
    }

    /** The folder of this proof below {@code proofs/}. */
    public String folder() {
        return "%03d-%s".formatted(number, label);
    }
}
