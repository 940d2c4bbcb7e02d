package dev.assay.core.unit;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rate of messages.
 *
 * @param perSecond messages per second, positive and finite
 */
public record Rate(double perSecond) {
    private static final Pattern TEXT =
            Pattern.compile("\\s*([0-9_]+(?:\\.[0-9]+)?)\\s*([kKM]?)\\s*/\\s*(s|sec|min|h)\\s*");

    public Rate {
        if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
            throw new IllegalArgumentException(
                    "rate must be a positive, finite number of messages per second, but is " + perSecond);
        }
    }

    /**
     * Reads {@code 50000/s}, {@code 50 k/s}, {@code 1.5M/s}, {@code 600/min}.
     *
     * @throws IllegalArgumentException when the text is no rate
     */
    public static Rate parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "expected a rate like 50000/s, 50k/s or 600/min, but found '" + text + "'");
        }
        double number = Double.parseDouble(matcher.group(1).replace("_", ""));
        double scale = switch (matcher.group(2)) {
            case "k", "K" -> 1e3;
            case "M" -> 1e6;
            default -> 1;
        };
        double seconds = switch (matcher.group(3)) {
            case "min" -> 60;
            case "h" -> 3600;
            default -> 1;
        };
        return new Rate(number * scale / seconds);
    }

    /** The mean gap between two messages, in nanoseconds. */
    public double gapNanos() {
        return 1e9 / perSecond;
    }

    @Override
    public String toString() {
        return perSecond == Math.rint(perSecond)
                ? String.format(Locale.ROOT, "%.0f/s", perSecond)
                : String.format(Locale.ROOT, "%s/s", perSecond);
    }
}
