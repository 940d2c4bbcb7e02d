package dev.assay.scenario.search;

import org.jspecify.annotations.Nullable;

/**
 * The bounds of a search as its trials show them.
 *
 * @param lower the highest rate that is met below {@code upper}; nothing for none
 * @param upper the lowest that is missed
 */
public record SearchBounds(@Nullable Double lower, @Nullable Double upper) {
    /** Whether both are known and no further apart than that, by the upper. */
    boolean within(double width) {
        return lower != null && upper != null && upper - lower <= width * upper * (1 + 1e-9);
    }
}
