package dev.assay.scenario.claim;

import java.util.Locale;

/** What came of a claim, or of one comparison in it. */
public enum Outcome {
    /** The interval lies wholly where the claim puts it. */
    REPRODUCED,
    /** The interval lies wholly where it should not. */
    CONTRADICTED,
    /** The interval contains the bound, there are too few trials for one, or too few are known to have been steady. */
    INCONCLUSIVE,
    /** Something that it needs is not here, or disturbed it; a code says what. */
    NOT_TESTABLE;

    @Override
    public String toString() {
        return this == NOT_TESTABLE ? "not testable here" : name().toLowerCase(Locale.ROOT);
    }
}
