package dev.assay.analysis.statistics;

import java.util.List;

/**
 * Holds a time in which next to nothing was acknowledged or refused although messages were due. The beginning is estimated from the counts of
 * its second, the length from the wait of the first message that was answered afterwards.
 *
 * @param fromSeconds its beginning, counted from the start of the phase
 * @param seconds its length
 */
public record Standstill(double fromSeconds, double seconds) {
    /** In a second of silence, no more than this fraction of the messages due in it is acknowledged or fails. */
    static final double ANSWERED_FRACTION = 0.05;

    /** At a lower rate there are seconds in which nothing is due. */
    static final double MIN_PER_SECOND = 20;

    /** A wait below this multiple of the median is how the system always answers, in bursts. */
    private static final double OF_MEDIAN = 3;

    /**
     * Where a thread of a worker slept longer than this fraction of the standstill, the workers may have stood still and not the
     * system.
     */
    private static final double PAUSE_FRACTION = 0.5;

    /**
     * Holds whole seconds of silence.
     *
     * @param from beginning of the first, in seconds since the start of the load
     * @param to end of the last
     * @param answeredBefore fraction of the messages due in the second before that was acknowledged or failed in it, from 0 to 1
     */
    record Silence(double from, double to, double answeredBefore) {
        private double begin(double phaseStart) {
            return Math.max(phaseStart, from - (1 - answeredBefore));
        }
    }

    /**
     * Returns the silence as a standstill of the system.
     *
     * @param phaseStart in seconds since the start of the load
     * @param responses of the trial, by second
     */
    static Standstill of(Silence silence, double phaseStart, List<LatencyLine.Point> responses, int secondsPerPoint) {
        double begin = silence.begin(phaseStart);
        double longest = 0;
        for (LatencyLine.Point point : responses) {
            if (point.seconds() > silence.to() && point.seconds() <= silence.to() + 1 + secondsPerPoint) {
                longest = Math.max(longest, point.maxNanos() / 1e9);
            }
        }
        double silent = silence.to() - begin;
        return new Standstill(begin - phaseStart, Math.clamp(longest, silent, silent + 1));
    }

    /**
     * Tells whether the system stood still, rather than the workers, and for longer than it always takes between answers.
     *
     * @param medianNanos of the response time
     * @param longestPauseNanos the most by which a thread of a worker slept longer than it should
     */
    boolean ofSystem(double medianNanos, double longestPauseNanos) {
        return seconds * 1e9 > OF_MEDIAN * medianNanos && longestPauseNanos < PAUSE_FRACTION * seconds * 1e9;
    }
}
