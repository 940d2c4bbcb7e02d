package dev.assay.run.coordinator;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Says from the last estimates of a clock what its offset is and how it grows: a line through the middles of those whose
 * exchanges were quick, by weighted least squares. Estimates that contradict the newest one, because the clock was set or is
 * slewed in another way now, count no more.
 */
final class ClockModel {
    /** So many seconds are long enough to see a drift of some ppm, and short enough for it to be the same throughout. */
    private static final int WINDOW = 10;

    /** What is this much less certain than the best of the window adds nothing but noise. */
    private static final double MIN_CERTAIN = 3;

    private final Deque<ClockOffset> window = new ArrayDeque<>();

    /**
     * A line.
     *
     * @param atNanos on the clock that is estimated
     * @param offsetNanos what is to be added to it then
     * @param drift by how much that grows, in seconds a second
     */
    record Line(long atNanos, long offsetNanos, double drift) {
        long offsetAt(long nanos) {
            return offsetNanos + Math.round(drift * (nanos - atNanos));
        }
    }

    void add(ClockOffset estimate) {
        window.addLast(estimate);
        if (window.size() > WINDOW) {
            window.removeFirst();
        }
        while (window.size() > 1 && contradicts(fit())) {
            window.removeFirst();
        }
    }

    private boolean contradicts(Line line) {
        ClockOffset newest = window.getLast();
        return Math.abs(line.offsetAt(newest.workerNanos()) - newest.offsetNanos()) > newest.errorNanos();
    }

    /** The line through what is known by now. */
    Line fit() {
        ClockOffset newest = window.getLast();
        double best = window.stream().mapToLong(ClockOffset::errorNanos).min().orElseThrow();
        double weights = 0;
        double times = 0;
        double offsets = 0;
        double squares = 0;
        double products = 0;
        for (ClockOffset one : window) {
            if (one.errorNanos() <= MIN_CERTAIN * best) {
                // From the newest on, as a double does not hold nanoseconds since the epoch.
                double time = one.workerNanos() - newest.workerNanos();
                double offset = one.offsetNanos() - newest.offsetNanos();
                double weight = 1 / Math.max(1, (double) one.errorNanos() * one.errorNanos());
                weights += weight;
                times += weight * time;
                offsets += weight * offset;
                squares += weight * time * time;
                products += weight * time * offset;
            }
        }
        double spread = weights * squares - times * times;
        double slope = spread <= 0 ? 0 : (weights * products - times * offsets) / spread;
        double drift = Math.clamp(slope, -ClockTrack.MAX_DRIFT, ClockTrack.MAX_DRIFT);
        return new Line(
                newest.workerNanos(), newest.offsetNanos() + Math.round((offsets - drift * times) / weights), drift);
    }
}
