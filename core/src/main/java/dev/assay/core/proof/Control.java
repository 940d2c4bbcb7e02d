package dev.assay.core.proof;

import java.util.List;
import java.util.Optional;

/**
 * What a run that is known to lose has shown: whether a proof of the same kind could have seen a loss at all.
 *
 * @param name what was run
 * @param lost acknowledged messages that it lost; empty when it came to no end
 * @param note why it came to no end, or what was seen besides
 */
public record Control(String name, Optional<Long> lost, String note) {
    /** The control among finished proofs: the one that lost most; empty when there is none. */
    public static Optional<Control> among(List<ProofRecord> proofs) {
        Optional<Control> best = Optional.empty();
        for (ProofRecord proof : proofs) {
            if (proof.control()
                    && (best.isEmpty() || lostBy(proof) > best.get().lost().orElse(-1L))) {
                best = Optional.of(new Control(
                        proof.label(),
                        proof.evidence().map(evidence -> evidence.accounting().lost()),
                        proof.reason()));
            }
        }
        return best;
    }

    /** The control of one repetition: what another one lost says nothing about the moments of this one. */
    public static Optional<Control> of(int repetition, List<ProofRecord> proofs) {
        return among(proofs.stream()
                .filter(proof -> proof.repetition() == repetition)
                .toList());
    }

    private static long lostBy(ProofRecord proof) {
        return proof.evidence().map(evidence -> evidence.accounting().lost()).orElse(-1L);
    }

    /** Whether it lost something, as it should. */
    public boolean bites() {
        return lost.orElse(0L) > 0;
    }
}
