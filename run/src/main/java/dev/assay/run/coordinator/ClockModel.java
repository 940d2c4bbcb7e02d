package dev.assay.run.coordinator;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Models a clock's offset and its growth by its last estimates: a line through the middles of those whose exchanges were quick, by weighted
 * least squares. Estimates that contradict the newest one, because the clock was set or is slewed differently now, no longer count.
 */
final class ClockModel {
    /** The number of seconds fitted: long enough to see a drift of some ppm, and short enough for a constant one. */
    private static final int WINDOW = 10;

    /** Estimates less certain than the best of the window by this factor add nothing but noise. */
    private static final double MIN_CERTAIN = 3;

    private final Deque<ClockOffset> window = new ArrayDeque<>();

    /**
     * @param atNanos on the clock that is estimated
     * @param offsetNanos to be added to it then
     * @param drift growth of the offset, in seconds a second
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
                // Times count from the newest, since a double can't hold nanoseconds since the epoch.
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
