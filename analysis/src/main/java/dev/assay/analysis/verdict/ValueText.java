package dev.assay.analysis.verdict;

import dev.assay.model.display.Figure;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Formats values with their units for sentences. */
final class ValueText {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final MathContext THREE_DIGITS = new MathContext(3);

    private ValueText() {}

    /** Formats a count as {@code 48 120}. */
    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count).replace(',', ' ');
    }

    /** Formats a count, rounded to the nearest whole number, as {@code 48 120}. */
    static String count(double count) {
        return Figure.of("%,.0f", count).replace(',', ' ');
    }

    /** Writes how often something happened, such as {@code once} or {@code 12 times}. */
    static String times(long count) {
        return count == 1 ? "once" : count(count) + " times";
    }

    /** Formats {@code 1 message} or {@code 48 120 messages}. */
    static String messages(long count) {
        return count(count) + (count == 1 ? " message" : " messages");
    }

    /** Formats a time such as {@code 12.3 ms}: three digits in the unit that fits. */
    static String time(long nanos) {
        return time((double) nanos);
    }

    static String time(double nanos) {
        double size = Math.abs(nanos);
        if (size >= NANOS_PER_SECOND) {
            return threeDigits(nanos / NANOS_PER_SECOND) + " s";
        }
        if (size >= NANOS_PER_MILLI) {
            return threeDigits(nanos / NANOS_PER_MILLI) + " ms";
        }
        return size >= NANOS_PER_MICRO ? threeDigits(nanos / NANOS_PER_MICRO) + " us" : threeDigits(nanos) + " ns";
    }

    /** Formats 0.962 as {@code 96.2 %}; fractions near 0 or 1 get the digits that distinguish them. */
    static String percent(double fraction) {
        double percent = fraction * 100;
        int decimals = (percent >= 98.95 && percent < 100) || (percent > 0 && percent < 0.1) ? 3 : 1;
        String text = Figure.of("%." + decimals + "f", percent);
        return (text.contains(".") ? text.replaceAll("\\.?0+$", "") : text) + " %";
    }

    /** Formats 0.98998 as {@code 99 %}: three digits, without zeros at the end. */
    static String share(double fraction) {
        return threeDigits(fraction * 100) + " %";
    }

    private static String threeDigits(double value) {
        return Figure.plain(new BigDecimal(value).round(THREE_DIGITS));
    }
}
