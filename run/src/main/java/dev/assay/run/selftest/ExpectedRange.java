package dev.assay.run.selftest;

import java.util.Locale;

/**
 * Bounds a value, both ends included.
 *
 * @param unit for people
 */
record ExpectedRange(String name, double min, double max, String unit) {
    private static final double NANOS_PER_MILLI = 1e6;

    static ExpectedRange exactly(String name, long value, String unit) {
        return new ExpectedRange(name, value, value, unit);
    }

    /** Creates the bounds of a latency in milliseconds, from nanoseconds. */
    static ExpectedRange millis(String name, double minNanos, double maxNanos) {
        return new ExpectedRange(name, minNanos / NANOS_PER_MILLI, maxNanos / NANOS_PER_MILLI, "ms");
    }

    boolean holds(double value) {
        return value >= min && value <= max;
    }

    String reported(double value) {
        return "%s %s %s".formatted(name, number(value), unit);
    }

    String text() {
        return min == max
                ? "%s %s %s".formatted(name, number(min), unit)
                : "%s %s to %s %s".formatted(name, number(min), number(max), unit);
    }

    private static String number(double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
        return whole ? Long.toString((long) value) : String.format(Locale.ROOT, "%.4g", value);
    }
}
