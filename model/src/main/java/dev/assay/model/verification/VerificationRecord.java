package dev.assay.model.verification;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityClaim.Promise;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.spec.EffectiveConfig;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * All that is kept of one verification; {@code verification.json}.
 *
 * @param number 1-based place among the verifications of the run
 * @param label short name, such as {@code memory-level-1-power-all}
 * @param repetition 1-based
 * @param control whether it is there to show that a loss would be seen
 * @param dimensions values that tell this system from others of its kind, by scenario path
 * @param resolved every key of the scenario with its value for this verification, by path
 * @param durability the level that was asked for, and the one that the system gives, which the claim is about
 * @param seed what the load and the moment of the fault derive from
 * @param startedAt ISO-8601 instant
 * @param reason of the outcome, for people
 * @param evidence empty when the verification was refused or did not finish
 */
public record VerificationRecord(
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
        VerificationOutcome outcome,
        String reason,
        Optional<VerificationEvidence> evidence,
        EffectiveConfig config) {
    public VerificationRecord {
        dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
        resolved = Collections.unmodifiableMap(new LinkedHashMap<>(resolved));
    }

    /** The level that is tested: the one that the system gives; the one asked for where that can't be said. */
    public DurabilityLevel level() {
        return durability.given().orElse(durability.asked());
    }

    /**
     * The outcome in a word or two. Where nothing is promised, nothing can hold: what was lost is as stated, and what was not is
     * consistent with it.
     */
    public String word() {
        if (outcome != VerificationOutcome.HOLDS || claim.promise() == Promise.SURVIVES) {
            return outcome.name();
        }
        return evidence.filter(seen -> seen.accounting().whole()).isPresent() ? "CONSISTENT" : "AS STATED";
    }

    /** Whether a promise was tested and kept. */
    public boolean held() {
        return outcome == VerificationOutcome.HOLDS && claim.promise() == Promise.SURVIVES;
    }

    /** Acknowledged messages that are lost: what a system has that told where it ends, and serves. */
    public long lost() {
        return outcome == VerificationOutcome.INCONCLUSIVE ? 0 : notRead();
    }

    /** Acknowledged messages that were not read, of which is not known whether they are lost. */
    public long missing() {
        return outcome == VerificationOutcome.INCONCLUSIVE ? notRead() : 0;
    }

    private long notRead() {
        return evidence.map(seen -> seen.accounting().lost()).orElse(0L);
    }

    /** What the reader must know before the outcome: that it says nothing about the level asked for. */
    public Optional<String> flag() {
        return durability.weakened()
                ? Optional.of("asked for " + durability.named() + ": this does not verify " + durability.asked())
                : Optional.empty();
    }

    /** The same with other effective settings. */
    public VerificationRecord with(EffectiveConfig other) {
        return new VerificationRecord(
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

    /** The folder of this verification below {@code verifications/}. */
    public String folder() {
        return "%03d-%s".formatted(number, label);
    }
}
