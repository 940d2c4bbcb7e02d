package dev.assay.analysis.cost;

import java.util.List;
import java.util.Optional;

/**
 * A quantity that is not negative: where it lies, or why that is not known. What is computed from something unknown is unknown for the same
 * reason.
 *
 * @param low its lowest value; NaN where it is not known
 * @param high its highest value, infinite where nothing bounds it from above; NaN where it is not known
 * @param unknown why it is not known; empty where it is
 */
public record CostRange(double low, double high, String unknown) {
    public CostRange {
        if (unknown.isEmpty() && !(0 <= low && low <= high && Double.isFinite(low))) {
            throw new IllegalArgumentException("a range needs 0 <= low <= high, but has " + low + " and " + high);
        }
        if (!unknown.isEmpty() && !(Double.isNaN(low) && Double.isNaN(high))) {
            throw new IllegalArgumentException("what is not known has no ends, but has " + low + " and " + high);
        }
    }

    /** From one value to another. */
    public static CostRange of(double low, double high) {
        return new CostRange(low, high, "");
    }

    /** One value. */
    public static CostRange exactly(double value) {
        return of(value, value);
    }

    /** From the lowest of several to the highest. */
    public static CostRange over(List<Double> values) {
        return of(
                values.stream().mapToDouble(value -> value).min().orElseThrow(),
                values.stream().mapToDouble(value -> value).max().orElseThrow());
    }

    /** Nobody knows, for that reason. */
    public static CostRange notKnown(String why) {
        return new CostRange(Double.NaN, Double.NaN, why);
    }

    /** Whether it is known where it lies. */
    public boolean known() {
        return unknown.isEmpty();
    }

    /** The sum. */
    public CostRange plus(CostRange other) {
        return unknownOf(other).orElseGet(() -> of(low + other.low, high + other.high));
    }

    /** The product. */
    public CostRange times(CostRange other) {
        return unknownOf(other).orElseGet(() -> of(product(low, other.low), product(high, other.high)));
    }

    /** The product with a number. */
    public CostRange times(double factor) {
        return times(exactly(factor));
    }

    /** The quotient; what is divided by something that may be 0 has no upper bound. */
    public CostRange dividedBy(CostRange other) {
        return unknownOf(other)
                .orElseGet(() -> other.high == 0
                        ? notKnown("it is divided by 0")
                        : of(low / other.high, other.low == 0 ? Double.POSITIVE_INFINITY : high / other.low));
    }

    /** Nothing of what is unbounded is nothing. */
    private static double product(double one, double other) {
        return one == 0 || other == 0 ? 0 : one * other;
    }

    private Optional<CostRange> unknownOf(CostRange other) {
        return known() && other.known() ? Optional.empty() : Optional.of(known() ? other : this);
    }
}
