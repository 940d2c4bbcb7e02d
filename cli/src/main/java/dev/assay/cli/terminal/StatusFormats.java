package dev.assay.cli.terminal;

import java.util.Locale;

/** Figures with their units, short enough for a status line. */
final class StatusFormats {
    private StatusFormats() {}

    static String rate(double perSecond) {
        return String.format(Locale.ROOT, "%,.0f msg/s", perSecond).replace(',', '\u202f');
    }

    static String latency(double nanos) {
        if (Double.isNaN(nanos)) {
            return "none yet";
        }
        if (nanos >= 1e9) {
            return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
        }
        return nanos >= 1e6
                ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.0f µs", nanos / 1e3);
    }

    static String count(long messages) {
        return String.format(Locale.ROOT, "%,d", messages).replace(',', '\u202f');
    }
}
