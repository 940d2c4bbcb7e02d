package dev.assay.model.unit;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes and reads durations as people write them: {@code 30 s}, {@code 1 min}, {@code 1ms}, {@code 250 us}. */
public final class DurationText {
    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^\\s*(?:0|([0-9][0-9_]*(?:\\.[0-9]+)?)\\s*(ns|us|µs|ms|s|sec|m|min|h))\\s*$";

    private static final Pattern TEXT = Pattern.compile(PATTERN);
    private static final Map<String, Long> UNIT_NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "sec", 1_000_000_000L,
            "m", 60_000_000_000L,
            "min", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    private DurationText() {}

    /**
     * Reads a duration with its unit; a bare {@code 0} needs none.
     *
     * @throws IllegalArgumentException when the text is no duration, is finer than 1 ns or longer than 292 years
     */
    public static Duration parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "expected a duration with its unit like 30 s, 1 min or 5 ms, but found '" + text + "'");
        }
        if (matcher.group(1) == null) {
            return Duration.ZERO;
        }
        long unit = UNIT_NANOS.getOrDefault(matcher.group(2), 1L);
        BigDecimal nanos = new BigDecimal(matcher.group(1).replace("_", "")).multiply(BigDecimal.valueOf(unit));
        return Duration.ofNanos(whole(nanos, text));
    }

    private static long whole(BigDecimal nanos, String text) {
        if (nanos.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number of nanoseconds");
        }
        if (nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("'" + text + "' is too long: a duration is at most 292 years");
        }
        return nanos.longValueExact();
    }

    /** Writes milliseconds to three digits or more, as latencies are read: {@code 1257 ms}, {@code 0.0123 ms}. */
    public static String millis(double nanos) {
        double millis = nanos / UNIT_NANOS.getOrDefault("ms", 1L);
        int decimals = millis >= 100 ? 0 : millis >= 10 ? 1 : millis >= 1 ? 2 : 4;
        return String.format(Locale.ROOT, "%." + decimals + "f ms", millis);
    }

    /** Writes a duration to the second, as the length of a run is read: {@code 12 min 46 s}, {@code 3 h 20 min}. */
    public static String ofRun(Duration duration) {
        return duration.toHours() > 0
                ? duration.toHours() + " h " + duration.toMinutesPart() + " min"
                : duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
    }

    /** Writes the shortest exact text in one unit, like {@code 90 s} or {@code 250 us}. */
    public static String format(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos == 0) {
            return "0 s";
        }
        for (String unit : new String[] {"h", "min", "s", "ms", "us"}) {
            long unitNanos = UNIT_NANOS.getOrDefault(unit, 1L);
            if (nanos % unitNanos == 0) {
                return nanos / unitNanos + " " + unit;
            }
        }
        return nanos + " ns";
    }
}
