package dev.assay.model.timeline;

/**
 * Holds a part of the load. A message belongs to the phase in which its intended time lies, however late it is.
 *
 * @param name such as {@code warmup} or {@code measure}
 * @param startNanos inclusive, counted from the start of the load
 * @param endNanos exclusive, counted from the start of the load
 */
public record Phase(String name, Role role, Expectation expectation, long startNanos, long endNanos) {
    /** Names the only measured phase where a scenario does not name its phases. */
    public static final String MEASURE = "measure";

    /** Names the phase before {@link #MEASURE}. */
    public static final String WARMUP = "warmup";

    /** No load lasts longer, in nanoseconds: 31 days. Code that looks at every second of a load needs memory for each. */
    public static final long LATEST_END_NANOS = 31L * 24 * 3600 * 1_000_000_000;

    /** Says whether the statistics of a phase are part of the result. */
    public enum Role {
        /** The phase is recorded apart, and not judged. */
        WARMUP,
        MEASURE
    }

    /** Says what is expected of the system in a phase, so that a verdict knows what was ordered. */
    public enum Expectation {
        SUSTAINED,
        /** The system sustains the load or not; which of the two is the finding. */
        EITHER,
        /** The system is offered more than it can sustain. */
        OVERLOAD,
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

    /** Creates a phase whose role follows from its name, and in which the load is to be sustained. */
    public Phase(String name, long startNanos, long endNanos) {
        this(name, name.equals(WARMUP) ? Role.WARMUP : Role.MEASURE, Expectation.SUSTAINED, startNanos, endNanos);
    }

    public boolean measured() {
        return role == Role.MEASURE;
    }

    public long lengthNanos() {
        return endNanos - startNanos;
    }

    /**
     * Tells whether values about the second that ended then are about this phase.
     *
     * @param seconds counted from the start of the load
     */
    public boolean hasSecondUpTo(double seconds) {
        double nanos = seconds * 1e9;
        return nanos > startNanos && nanos <= endNanos;
    }

    public boolean has(long nanos) {
        return nanos >= startNanos && nanos < endNanos;
    }

    /** Returns the fraction of that time, from 0 to 1, that lies in this phase; both counted from the start of the load. */
    public double overlap(long fromNanos, long toNanos) {
        long within = Math.min(endNanos, toNanos) - Math.max(startNanos, fromNanos);
        return toNanos > fromNanos ? Math.max(0, within) / (double) (toNanos - fromNanos) : 0;
    }
}
