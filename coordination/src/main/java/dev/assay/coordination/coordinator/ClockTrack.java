package dev.assay.coordination.coordinator;

import java.util.ArrayList;
import java.util.List;

/**
 * How wrong the offset is that a trial uses for one machine's clock, from before the load to after it. Clocks drift, and are
 * slewed by whoever sets them, so the offset is estimated again and again.
 */
final class ClockTrack {
    /**
     * Most by which two clocks can move apart, in seconds a second: a running clock is slewed by at most 500 ppm (MAXFREQ of
     * RFC 5905), and the other may go the other way.
     */
    static final double MOST_DRIFT = 1e-3;

    private final ClockOffset used;
    private final List<Reading> readings = new ArrayList<>();

    /**
     * What one estimate shows.
     *
     * @param deviationNanos most that the used offset was wrong by at that moment
     */
    private record Reading(long atNanos, double deviationNanos) {}

    /**
     * Begins with the offset that the trial uses.
     *
     * @param atNanos when it was estimated, on the coordinator's clock
     */
    ClockTrack(ClockOffset used, long atNanos) {
        this.used = used;
        readings.add(new Reading(atNanos, used.errorNanos()));
    }

    ClockOffset used() {
        return used;
    }

    /** Takes another estimate. */
    void add(ClockOffset estimate, long atNanos) {
        readings.add(new Reading(atNanos, Math.abs((double) driftNanos(estimate)) + estimate.errorNanos()));
    }

    /** How far the clock has moved since the offset was estimated, as that estimate has it. */
    long driftNanos(ClockOffset estimate) {
        return estimate.offsetNanos() - used.offsetNanos();
    }

    /**
     * Most that the used offset was wrong by whenever it was looked at. An estimate whose exchanges were slow shows little
     * by itself; what those before and after it show holds then, widened by what clocks can drift in between.
     */
    long errorNanos() {
        double[] deviation =
                readings.stream().mapToDouble(Reading::deviationNanos).toArray();
        for (int i = 1; i < deviation.length; i++) {
            deviation[i] = Math.min(deviation[i], deviation[i - 1] + driftBetween(i - 1, i));
        }
        double worst = 0;
        for (int i = deviation.length - 1; i >= 0; i--) {
            if (i < deviation.length - 1) {
                deviation[i] = Math.min(deviation[i], deviation[i + 1] + driftBetween(i, i + 1));
            }
            worst = Math.max(worst, deviation[i]);
        }
        return (long) Math.ceil(worst);
    }

    private double driftBetween(int earlier, int later) {
        return MOST_DRIFT
                * Math.abs(readings.get(later).atNanos() - readings.get(earlier).atNanos());
    }
}
