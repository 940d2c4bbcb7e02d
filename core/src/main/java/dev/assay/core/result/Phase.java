package dev.assay.core.result;

/**
 * A part of the load. A message belongs to the phase in which its intended time lies, however late it is.
 *
 * @param name such as {@code warmup} or {@code measure}
 * @param startNanos inclusive, counted from the start of the load
 * @param endNanos exclusive, counted from the start of the load
 */
public record Phase(String name, long startNanos, long endNanos) {
    /** The name of the phase whose figures are the result. */
    public static final String MEASURE = "measure";

    /** The name of the phase that comes before it. */
    public static final String WARMUP = "warmup";

    public Phase {
        if (startNanos < 0 || endNanos < startNanos) {
            throw new IllegalArgumentException("phase " + name + " must not end before it starts, but runs from "
                    + startNanos + " ns to " + endNanos + " ns");
        }
    }

    /**
     * Whether figures about the second that ended then are about this phase.
     *
     * @param seconds counted from the start of the load
     */
    public boolean hasSecondUpTo(double seconds) {
        double nanos = seconds * 1e9;
        return nanos > startNanos && nanos <= endNanos;
    }
}
