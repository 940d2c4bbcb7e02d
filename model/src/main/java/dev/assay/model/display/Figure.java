package dev.assay.model.display;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.regex.Pattern;

/** Formats numbers that may be from elsewhere, where a number can have 300 digits: such numbers get an exponent. */
public final class Figure {
    private static final int MAX_DIGITS = 15;
    private static final double WIDEST = 1e15;
    private static final Pattern DECIMAL = Pattern.compile("%,?\\.\\df");
    private static final MathContext THREE_DIGITS = new MathContext(3);

    private Figure() {}

    /**
     * Formats a number; from 10¹⁵ on like {@code 1.00e+300}.
     *
     * @param format has one conversion, such as {@code %,.1f MB/s}
     */
    public static String of(String format, double value) {
        boolean wide = Double.isFinite(value) && Math.abs(value) >= WIDEST;
        return String.format(Locale.ROOT, wide ? DECIMAL.matcher(format).replaceFirst("%.2e") : format, value);
    }

    /** Writes a number without zeros at its end, and with an exponent if it would have more than 15 digits before or after the point. */
    public static String plain(BigDecimal value) {
        BigDecimal shortest = value.stripTrailingZeros();
        boolean wide = shortest.precision() - shortest.scale() > MAX_DIGITS || shortest.scale() > MAX_DIGITS;
        return wide ? shortest.round(THREE_DIGITS).toString() : shortest.toPlainString();
    }
}
