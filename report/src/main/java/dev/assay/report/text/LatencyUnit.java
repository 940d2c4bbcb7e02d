package dev.assay.report.text;

import dev.assay.model.display.Figure;
import java.util.Locale;

public enum LatencyUnit {
    /** Microseconds are for tables in which everything that matters is below a millisecond. */
    MICROSECONDS("µs", 1e3),
    MILLISECONDS("ms", 1e6);

    private static final long NANOS_PER_MILLI = 1_000_000;
    private final String symbol;
    private final double nanos;

    LatencyUnit(String symbol, double nanos) {
        this.symbol = symbol;
        this.nanos = nanos;
    }

    /** Returns the unit in which a value of that size, in nanoseconds, reads best. */
    public static LatencyUnit of(long largestNanos) {
        return largestNanos < NANOS_PER_MILLI ? MICROSECONDS : MILLISECONDS;
    }

    /** Writes a single value with its unit, such as {@code 2.04 ms}. */
    public static String text(long valueNanos) {
        return text((double) valueNanos);
    }

    public static String text(double valueNanos) {
        LatencyUnit unit = of((long) valueNanos);
        return unit.number(valueNanos) + " " + unit.symbol;
    }

    public String symbol() {
        return symbol;
    }

    /** Writes whole nanoseconds as {@link #number(double)} does. */
    public String number(long valueNanos) {
        return number((double) valueNanos);
    }

    /** Returns the number without its unit, in three significant digits; whole from 100 on. */
    public String number(double valueNanos) {
        double value = valueNanos / nanos;
        double size = Math.abs(value);
        if (size == 0 || size >= 99.95) {
            return Figure.of("%,.0f", value);
        }
        int digits = size >= 9.995 ? 1 : size >= 0.9995 ? 2 : size >= 0.09995 ? 3 : 4;
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
