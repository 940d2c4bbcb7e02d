package dev.assay.cli.terminal;

import dev.assay.model.display.Figure;
import java.util.Locale;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

final class StatusFormats {
    private static final int WIDEST_WHOLE = 100_000;

    private StatusFormats() {}

    static String rate(double perSecond) {
        return grouped(perSecond) + " msg/s";
    }

    static String latency(long nanos) {
        if (nanos >= 1e9) {
            return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
        }
        return nanos >= 1e6
                ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.0f µs", nanos / 1e3);
    }

    /** Writes a percentile of latencies; {@code none yet} where there are no samples. */
    static String percentile(Histogram nanos, double percent) {
        return nanos.getTotalCount() == 0 ? "none yet" : latency(nanos.getValueAtPercentile(percent));
    }

    static String count(long messages) {
        return grouped((double) messages);
    }

    private static String grouped(double statistic) {
        return Figure.of("%,.0f", statistic).replace(',', '\u202f');
    }

    /** Formats for a column of 7 characters. */
    static String wide(double statistic) {
        return statistic < 999_999.5 ? grouped(statistic) : millions(statistic);
    }

    /** Formats for a column of 5 characters, such as {@code 19660}, {@code 197k} and {@code 1.97M}. */
    static String narrow(long count) {
        if (count < WIDEST_WHOLE) {
            return String.valueOf(count);
        }
        return count < 999_500 ? String.format(Locale.ROOT, "%.0fk", count / 1e3) : millions((double) count);
    }

    private static String millions(double statistic) {
        return statistic < 9.995e6
                ? String.format(Locale.ROOT, "%.2fM", statistic / 1e6)
                : Figure.of("%.0fM", statistic / 1e6);
    }

    /** Formats in milliseconds without the unit, for a column of 5 characters, such as {@code 0.12}, {@code 18.6} and {@code 1860}. */
    static String millis(long nanos) {
        double millis = nanos / 1e6;
        if (millis < 9.995) {
            return String.format(Locale.ROOT, "%.2f", millis);
        }
        return String.format(Locale.ROOT, millis < 99.95 ? "%.1f" : "%.0f", millis);
    }

    /** Formats a server's processor use as top(1) does: 100 % is one processor. */
    static String processors(OptionalDouble cores) {
        return cores.isEmpty() ? "not known" : Figure.of("%.0f %%", cores.getAsDouble() * 100);
    }

    static String percentage(OptionalDouble ratio) {
        return processors(ratio);
    }

    static String bytesPerSecond(OptionalDouble bytes) {
        return bytes.isEmpty() ? "not known" : Figure.of("%.1f MB/s", bytes.getAsDouble() / 1e6);
    }
}
