package dev.assay.scenario.search;

import org.jspecify.annotations.Nullable;

/**
 * @param lower the highest rate that is met below {@code upper}; null for none
 * @param upper the lowest rate that is missed; null for none
 */
public record SearchBounds(@Nullable Double lower, @Nullable Double upper) {
    /** Tells whether both bounds are known and their distance is at most {@code width} of the upper one. */
    boolean within(double width) {
        return lower != null && upper != null && upper - lower <= width * upper * (1 + 1e-9);
    }
}
