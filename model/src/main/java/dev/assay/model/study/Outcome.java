package dev.assay.model.study;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

public enum Outcome {
    /** The interval lies wholly where the claim puts it. */
    REPRODUCED,
    /** The effect is there, on the side where the claim puts it, but the interval lies wholly below the size that it claims. */
    SMALLER,
    /** The interval lies wholly where it should not. */
    CONTRADICTED,
    /**
     * The interval contains the bound or what it says may be chance, there are too few trials for one, or too few are known to
     * have been steady.
     */
    INCONCLUSIVE,
    /** Something that it needs is not here, or disturbed it; a code says what. */
    NOT_TESTABLE;

    /** Returns the outcome with that text; empty where there is none. */
    public static Optional<Outcome> of(String text) {
        return Arrays.stream(values())
                .filter(outcome -> outcome.toString().equals(text))
                .findFirst();
    }

    /** Combines comparisons of which one is enough. */
    public static Outcome any(Collection<Outcome> comparisons) {
        return first(List.of(REPRODUCED, NOT_TESTABLE, INCONCLUSIVE, SMALLER, CONTRADICTED), comparisons);
    }

    /** Combines comparisons that all have to hold. */
    public static Outcome all(Collection<Outcome> comparisons) {
        return first(List.of(CONTRADICTED, NOT_TESTABLE, INCONCLUSIVE, SMALLER, REPRODUCED), comparisons);
    }

    private static Outcome first(List<Outcome> order, Collection<Outcome> among) {
        return order.stream().filter(among::contains).findFirst().orElseThrow();
    }

    /** Tells whether it says something of the claim. */
    public boolean decided() {
        return this == REPRODUCED || this == SMALLER || this == CONTRADICTED;
    }

    public String ofExpectation() {
        return switch (this) {
            case REPRODUCED -> "held";
            case SMALLER -> "smaller than expected";
            case CONTRADICTED -> "contradicted";
            case INCONCLUSIVE, NOT_TESTABLE -> "undecided";
        };
    }

    @Override
    public String toString() {
        return switch (this) {
            case NOT_TESTABLE -> "not testable here";
            case SMALLER -> "smaller than claimed";
            default -> name().toLowerCase(Locale.ROOT);
        };
    }
}
