package dev.assay.model.unit;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** @param perSecond messages per second, positive and finite */
public record Rate(double perSecond) {
    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^\\s*([0-9][0-9_]*(?:\\.[0-9]+)?)\\s*([kKM]?)\\s*/\\s*(s|sec|min|h)\\s*$";

    private static final Pattern TEXT = Pattern.compile(PATTERN);

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
        int zeros = switch (matcher.group(2)) {
            case "k", "K" -> 3;
            case "M" -> 6;
            default -> 0;
        };
        // Scaled in decimal: 2.3 * 1000 in binary is 2299.9999999999995.
        double number = new BigDecimal(matcher.group(1).replace("_", ""))
                .scaleByPowerOfTen(zeros)
                .doubleValue();
        double seconds = switch (matcher.group(3)) {
            case "min" -> 60;
            case "h" -> 3600;
            default -> 1;
        };
        return new Rate(number / seconds);
    }

    /** Returns the exact rate in messages per second, like {@code 50000/s}; {@link #parse} reads it back. */
    @Override
    public String toString() {
        return new BigDecimal(Double.toString(perSecond)).stripTrailingZeros().toPlainString() + "/s";
    }
}
