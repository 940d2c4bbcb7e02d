package dev.assay.worker.engine;

/**
 * Gives what is to be added to a clock to get trial time, as a function of that clock: one line until {@code fromNanos}, a
 * steeper or flatter one while a correction is slewed in, and a line from {@code untilNanos} on. It has no jumps and grows
 * more slowly than the clock falls behind, so trial time never goes back. Fractions are rounded up before a correction and down
 * after it: a time that lies before a correction is then no earlier by the new line than by the one that it was taken with.
 *
 * @param fromNanos where the correction begins, on the clock
 * @param offsetNanos what is added there
 * @param slopeBefore by how much that grows before, in seconds a second
 * @param slew the same while the correction is slewed in
 * @param untilNanos where that ends, on the clock
 * @param slopeAfter the same afterwards
 */
public record ClockLine(
        long fromNanos, long offsetNanos, double slopeBefore, double slew, long untilNanos, double slopeAfter) {
    /** Trial time is made slower or faster by no more; a step of the clock by 10 ms is gone after 2 s. */
    public static final double MAX_SLEW = 5e-3;

    public ClockLine {
        if (untilNanos < fromNanos || !gentle(slopeBefore) || !gentle(slew) || !gentle(slopeAfter)) {
            throw new IllegalArgumentException("a clock can't be corrected by " + slopeBefore + ", " + slew + " and "
                    + slopeAfter + " from " + fromNanos + " to " + untilNanos);
        }
    }

    private static boolean gentle(double slope) {
        return Math.abs(slope) <= MAX_SLEW;
    }

    public static ClockLine fixed(long offsetNanos) {
        return new ClockLine(0, offsetNanos, 0, 0, 0, 0);
    }

    public long offsetAt(long nanos) {
        long since = nanos - fromNanos;
        if (since < 0) {
            return offsetNanos + (long) Math.ceil(slopeBefore * since);
        }
        long slewing = untilNanos - fromNanos;
        return since < slewing
                ? offsetNanos + (long) Math.floor(slew * since)
                : offsetNanos + (long) Math.floor(slew * slewing) + (long) Math.floor(slopeAfter * (since - slewing));
    }

    /**
     * Returns the line that leaves this one at {@code from}, and reaches the target at {@code until} unless it is too far away.
     *
     * @param from not before the end of this line's correction
     * @param targetNanos the offset wanted at {@code until}
     * @param drift by how much that grows, in seconds a second
     */
    public ClockLine steered(long from, long until, long targetNanos, double drift) {
        if (fromNanos != untilNanos && from < untilNanos) {
            throw new IllegalArgumentException(
                    "the correction before lasts until " + untilNanos + ", not until " + from);
        }
        long offset = offsetAt(from);
        double slope = (double) (targetNanos - offset) / (until - from);
        return new ClockLine(from, offset, slopeAfter, gently(slope), until, gently(drift));
    }

    private static double gently(double slope) {
        return Math.clamp(slope, -MAX_SLEW, MAX_SLEW);
    }
}
