package dev.assay.model.timeline;

/**
 * A part of the load. A message belongs to the phase in which its intended time lies, however late it is.
 *
 * @param name such as {@code warmup} or {@code measure}
 * @param role whether its values are part of the result
 * @param expectation what is expected of the system in it
 * @param startNanos inclusive, counted from the start of the load
 * @param endNanos exclusive, counted from the start of the load
 */
public record Phase(String name, Role role, Expectation expectation, long startNanos, long endNanos) {
    /** The name of the only measured phase where a scenario does not name its phases. */
    public static final String MEASURE = "measure";

    /** The name of the phase that comes before it. */
    public static final String WARMUP = "warmup";

    /** No load lasts longer, in nanoseconds: 31 days. What looks at every second of one needs memory for each. */
    public static final long LATEST_END_NANOS = 31L * 24 * 3600 * 1_000_000_000;

    /** Whether the statistics of a phase are part of the result. */
    public enum Role {
        /** Recorded apart, and not judged. */
        WARMUP,
        /** Recorded and judged. */
        MEASURE
    }

    /** What is expected of the system in a phase, so that a verdict knows what was ordered. */
    public enum Expectation {
        /** It sustains the offered load. */
        SUSTAINED,
        /** It sustains it or not; which of the two is the finding. */
        EITHER,
        /** It is offered more than it can sustain. */
        OVERLOAD,
        /** It is disturbed on purpose. */
        DISTURBED
    }

    public Phase {
        if (endNanos > LATEST_END_NANOS) {
            throw new IllegalArgumentException("phase " + name
                    + " must end within 31 days of the start of the load, but ends after " + endNanos + " ns");
        }
        if (startNanos < 0 || endNanos < startNanos) {
            throw new IllegalArgumentException("phase " + name + " must not end before it starts, but runs from "
                    + startNanos + " ns to " + endNanos + " ns");
        }
    }

    /** A phase whose name tells its role, and in which the load is to be sustained. */
    public Phase(String name, long startNanos, long endNanos) {
        this(name, name.equals(WARMUP) ? Role.WARMUP : Role.MEASURE, Expectation.SUSTAINED, startNanos, endNanos);
    }

    /** Whether its values are part of the result. */
    public boolean measured() {
        return role == Role.MEASURE;
    }

    /** Its length, in nanoseconds. */
    public long lengthNanos() {
        return endNanos - startNanos;
    }

    /**
     * Whether values about the second that ended then are about this phase.
     *
     * @param seconds counted from the start of the load
     */
    public boolean hasSecondUpTo(double seconds) {
        double nanos = seconds * 1e9;
        return nanos > startNanos && nanos <= endNanos;
    }

    /** Whether that moment, counted from the start of the load, lies in it. */
    public boolean has(long nanos) {
        return nanos >= startNanos && nanos < endNanos;
    }

    /** The fraction of that time, from 0 to 1, that lies in this phase; both counted from the start of the load. */
    public double overlap(long fromNanos, long toNanos) {
        long within = Math.min(endNanos, toNanos) - Math.max(startNanos, fromNanos);
        return toNanos > fromNanos ? Math.max(0, within) / (double) (toNanos - fromNanos) : 0;
    }
}
