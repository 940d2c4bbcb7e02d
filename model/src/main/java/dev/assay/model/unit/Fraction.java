package dev.assay.model.unit;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** @param ratio 0.05 for 5 %; above 0 and below 1 */
public record Fraction(double ratio) {
    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^\\s*([0-9]{1,2}(?:\\.[0-9]+)?)\\s*%\\s*$";

    private static final Pattern TEXT = Pattern.compile(PATTERN);

    public Fraction {
        if (!(ratio > 0 && ratio < 1)) {
            throw new IllegalArgumentException(
                    "a fraction must lie between 0 % and 100 %, but is " + ratio * 100 + " %");
        }
    }

    /**
     * Reads {@code 5 %} or {@code 2.5%}.
     *
     * @throws IllegalArgumentException when the text is no fraction, or not between 0 % and 100 %
     */
    public static Fraction parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("expected a fraction like 5 %, but found '" + text + "'");
        }
        return new Fraction(new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue());
    }

    @Override
    public String toString() {
        return new BigDecimal(Double.toString(ratio))
                        .movePointRight(2)
                        .stripTrailingZeros()
                        .toPlainString()
                + " %";
    }
}
