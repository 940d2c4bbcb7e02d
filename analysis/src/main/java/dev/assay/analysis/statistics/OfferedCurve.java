package dev.assay.analysis.statistics;

import dev.assay.model.arrival.LoadCurve;
import java.util.Arrays;
import java.util.Optional;

/**
 * Holds the messages due since the start of a load, second by second as they were recorded, and by the schedule where it is known. Within
 * a second of the record the rate is assumed to change as between the neighbouring seconds, where these agree on a change, as on a ramp;
 * otherwise it is constant.
 */
public final class OfferedCurve {
    /** Gives the number of standard errors that chance exceeds once in 700 times. */
    private static final double CHANCE_ERRORS = 3;

    private static final double NANOS_PER_SECOND = 1e9;

    private final boolean random;
    private final Optional<LoadCurve> schedule;
    private double[] seconds = new double[64];
    private double[] counts = new double[64];

    private int size = 1;

    /** @param random whether messages are due at random times */
    OfferedCurve(boolean random, Optional<LoadCurve> schedule) {
        this.random = random;
        this.schedule = schedule;
    }

    void add(double atSeconds, double count) {
        if (size == seconds.length) {
            seconds = Arrays.copyOf(seconds, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        seconds[size] = atSeconds;
        counts[size] = count;
        size++;
    }

    boolean known() {
        return size > 1;
    }

    /** Returns how many messages were due between two times, both in seconds from the start of the load; 0 outside of it. */
    public double between(double from, double to) {
        return Math.max(0, at(to) - at(from));
    }

    /**
     * Returns how many messages were due at most in the time before another, as far as counts that are interpolated within a second can tell.
     *
     * @param at where the rate may change at once, in seconds from the start of the load
     * @param length in seconds
     */
    public double atMostBefore(double at, double length) {
        double scheduled =
                schedule.map(curve -> scheduledBefore(curve, at, length)).orElse(0.0);
        return schedule.isEmpty() || random ? Math.max(scheduled, recordedBetween(at - length, at)) : scheduled;
    }

    /** Interpolates between the ends of the recorded second as counts are: a burst in it has passed by its end, or goes on. */
    private double scheduledBefore(LoadCurve curve, double at, double length) {
        int end = Math.clamp(secondOf(at), 1, size - 1);
        double part = part(seconds[end - 1], seconds[end], at);
        double before = between(curve, seconds[end - 1] - length, seconds[end - 1]);
        double mean = before + part * (between(curve, seconds[end] - length, seconds[end]) - before);
        return mean + (random ? CHANCE_ERRORS * Math.sqrt(mean) : 0);
    }

    private static double between(LoadCurve curve, double from, double to) {
        return curve.countAt(nanos(to)) - curve.countAt(nanos(from));
    }

    /**
     * Returns which part of the counts between two times had been counted by another: of what the schedule has due, where it is known.
     *
     * @param from in seconds, before {@code to}
     */
    double part(double from, double to, double at) {
        return schedule.map(curve -> curve.part(nanos(from), nanos(to), nanos(at)))
                .orElseGet(() -> Math.clamp((at - from) / (to - from), 0, 1));
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * NANOS_PER_SECOND);
    }

    /**
     * Returns how many messages were due at most: where times are random each message of a second is due anywhere in it, and a
     * recorded second that ends somewhat later than a change of the rate contains messages of the other rate.
     */
    private double recordedBetween(double from, double to) {
        double chance = random ? CHANCE_ERRORS * Math.sqrt(variance(from) + variance(to)) : 0;
        return between(from, to) + chance + changed(to);
    }

    private double at(double time) {
        int end = secondOf(time);
        if (end == 0 || end == size) {
            return counts[end == 0 ? 0 : size - 1];
        }
        double part = part(end, time);
        double rate = rate(end);
        double change = end < 3 ? 0 : agreed(rate - rate(end - 1), rate(end - 1) - rate(end - 2));
        double length = seconds[end] - seconds[end - 1];
        return counts[end - 1] + part * length * (rate - change / 2 * (1 - part));
    }

    /** Returns the change of the count if the part between a time and the nearer end of its second had the rate beyond that end. */
    private double changed(double time) {
        int end = secondOf(time);
        if (end == 0 || end == size) {
            return 0;
        }
        double part = part(end, time);
        int beyond = part < 0.5 ? end - 1 : end + 1;
        if (beyond == 0 || beyond == size) {
            return 0;
        }
        double nearer = Math.min(part, 1 - part);
        double all = counts[end] - counts[end - 1];
        double otherwise = nearer * (seconds[end] - seconds[end - 1]) * rate(beyond);
        return Math.abs(nearer * all - Math.min(all, otherwise));
    }

    private double variance(double time) {
        int end = secondOf(time);
        if (end == 0 || end == size) {
            return 0;
        }
        double part = part(end, time);
        return (counts[end] - counts[end - 1]) * part * (1 - part);
    }

    /** Returns the smaller of two changes in the same direction, and 0 for opposite ones. */
    private static double agreed(double one, double other) {
        return one * other <= 0 ? 0 : Math.signum(one) * Math.min(Math.abs(one), Math.abs(other));
    }

    private double rate(int end) {
        return (counts[end] - counts[end - 1]) / (seconds[end] - seconds[end - 1]);
    }

    private double part(int end, double time) {
        return (time - seconds[end - 1]) / (seconds[end] - seconds[end - 1]);
    }

    /** Returns the index of the end of the second that contains a time: 0 before all of them, their number and one after all. */
    private int secondOf(double time) {
        int index = Arrays.binarySearch(seconds, 0, size, time);
        return index >= 0 ? index : -index - 1;
    }
}
