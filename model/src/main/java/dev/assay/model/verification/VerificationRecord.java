package dev.assay.model.verification;

import dev.assay.model.durability.DurabilityClaim.Promise;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.spec.EffectiveConfig;
import java.util.Optional;

/**
 * Holds all that is kept of one verification; {@code verification.json}.
 *
 * @param identity its number is its place among the verifications of the run; its label such as {@code
 *     memory-level-1-power-all}
 * @param durability the level that was asked for, and the one that the system gives, which the claim is about
 * @param startedAt ISO-8601 instant
 * @param reason of the outcome, for people
 * @param evidence empty when the verification was refused or did not finish
 */
public record VerificationRecord(
        TrialIdentity identity,
        FaultPlan plan,
        SystemIdentity system,
        DurabilityStatement durability,
        EffectiveConfig config,
        String startedAt,
        VerificationOutcome outcome,
        String reason,
        Optional<VerificationEvidence> evidence) {
    /** Returns the level that is tested: the one that the system gives; the one asked for where that can't be said. */
    public DurabilityLevel level() {
        return durability.given().orElse(durability.asked());
    }

    /**
     * Returns the outcome in a word or two. Where nothing is promised, nothing can hold: losses are as stated, and their absence is
     * consistent with it.
     */
    public String word() {
        if (outcome != VerificationOutcome.HOLDS || plan.claim().promise() == Promise.SURVIVES) {
            return outcome.name();
        }
        return evidence.filter(seen -> seen.accounting().whole()).isPresent() ? "CONSISTENT" : "AS STATED";
    }

    /** Tells whether a promise was tested and kept. */
    public boolean held() {
        return outcome == VerificationOutcome.HOLDS && plan.claim().promise() == Promise.SURVIVES;
    }

    /** Returns the acknowledged messages that are lost: known only where the system said where its partitions end, and serves. */
    public long lost() {
        return outcome == VerificationOutcome.INCONCLUSIVE ? 0 : notRead();
    }

    /** Returns the acknowledged messages that were not read, of which it is not known whether they are lost. */
    public long missing() {
        return outcome == VerificationOutcome.INCONCLUSIVE ? notRead() : 0;
    }

    private long notRead() {
        return evidence.map(seen -> seen.accounting().lost()).orElse(0L);
    }

    /** Returns what the reader must know before the outcome: that it says nothing about the level asked for. */
    public Optional<String> flag() {
        return durability.weakened()
                ? Optional.of("asked for " + durability + ": this does not verify " + durability.asked())
                : Optional.empty();
    }

    public VerificationRecord with(EffectiveConfig other) {
        return new VerificationRecord(identity, plan, system, durability, other, startedAt, outcome, reason, evidence);
    }

    /** Returns the name of its folder below {@code verifications/}. */
    public String folder() {
        return identity.folder();
    }
}
