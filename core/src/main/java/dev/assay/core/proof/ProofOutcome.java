package dev.assay.core.proof;

/** What a proof says of the claim; worst last. */
public enum ProofOutcome {
    /** What was seen agrees with what is claimed, and it could have been otherwise. */
    HOLDS("✓"),
    /** The fault can't be had here, or the system does not reach the level. */
    REFUSED("–"),
    /** What was seen says nothing about the claim. */
    INCONCLUSIVE("?"),
    /** Acknowledged messages are gone or damaged although the level claims otherwise: a finding. */
    BROKEN("✕");

    private final String mark;

    ProofOutcome(String mark) {
        this.mark = mark;
    }

    /** The mark that goes with it, for eyes that do not tell its colour. */
    public String mark() {
        return mark;
    }
}
