package dev.assay.cli.selftest;

import java.util.Locale;

/**
 * What a figure may be, both ends included.
 *
 * @param figure its name
 * @param unit for people
 */
record Range(String figure, double least, double most, String unit) {
    private static final double NANOS_PER_MILLI = 1e6;

    /** A figure that has to be exactly that. */
    static Range exactly(String figure, long value, String unit) {
        return new Range(figure, value, value, unit);
    }

    /** A latency, in milliseconds; from nanoseconds. */
    static Range millis(String figure, double leastNanos, double mostNanos) {
        return new Range(figure, leastNanos / NANOS_PER_MILLI, mostNanos / NANOS_PER_MILLI, "ms");
    }

    boolean holds(double value) {
        return value >= least && value <= most;
    }

    /** The value as it was reported. */
    String reported(double value) {
        return "%s %s %s".formatted(figure, number(value), unit);
    }

    /** The bound. */
    String text() {
        return least == most
                ? "%s %s %s".formatted(figure, number(least), unit)
                : "%s %s to %s %s".formatted(figure, number(least), number(most), unit);
    }

    private static String number(double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
        return whole ? Long.toString((long) value) : String.format(Locale.ROOT, "%.4g", value);
    }
}
