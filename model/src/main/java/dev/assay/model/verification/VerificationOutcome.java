package dev.assay.model.verification;

/** Says what a verification found about the claim; worst last. */
public enum VerificationOutcome {
    /** What was seen agrees with the claim; {@link VerificationRecord#word} tells a promise that held from one that was not made. */
    HOLDS("✓"),
    /** The fault can't be had here, or the system does not reach the level. */
    REFUSED("–"),
    /** What was seen says nothing about the claim: no loss could have been seen, or the system did not serve or tell where it ends. */
    INCONCLUSIVE("?"),
    /** Acknowledged messages are gone or damaged although the level claims otherwise: a finding. */
    FAILS("✕");

    private final String mark;

    VerificationOutcome(String mark) {
        this.mark = mark;
    }

    /** Returns a mark, for eyes that do not tell its colour. */
    public String mark() {
        return mark;
    }
}
