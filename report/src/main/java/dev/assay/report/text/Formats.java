package dev.assay.report.text;

import dev.assay.model.display.Figure;
import dev.assay.model.timeline.Phase;
import dev.assay.model.unit.ByteSize;
import java.util.List;
import java.util.Locale;

public final class Formats {
    private static final double NANOS_PER_SECOND = 1e9;

    private Formats() {}

    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    public static String rate(double perSecond) {
        if (!Double.isFinite(perSecond)) {
            return "unknown";
        }
        int digits = perSecond >= 100 || perSecond == Math.rint(perSecond) ? 0 : 2;
        return Figure.of("%,." + digits + "f msg/s", perSecond);
    }

    /** Formats one rate as a fraction of another, such as {@code 99.98 %}. */
    public static String percentage(double part, double whole) {
        return whole > 0 && Double.isFinite(part) ? Figure.of("%.2f %%", 100 * part / whole) : "unknown fraction";
    }

    /** Formats a percentile's name, such as {@code p99.9}. */
    public static String percentile(double percent) {
        return percent == Math.rint(percent) ? "p" + Math.round(percent) : "p" + percent;
    }

    public static String bytes(long bytes) {
        return new ByteSize(bytes).toString();
    }

    /** Formats a duration, such as {@code 30 s} or {@code 12.5 s}. */
    public static String seconds(double seconds) {
        return seconds == Math.rint(seconds) ? Figure.of("%,.0f s", seconds) : Figure.of("%,.1f s", seconds);
    }

    public static double lengthSeconds(Phase phase) {
        return (phase.endNanos() - phase.startNanos()) / NANOS_PER_SECOND;
    }

    /** Lists all phases with their lengths, such as {@code warmup 10 s, measure 30 s}. */
    public static String phases(List<Phase> phases) {
        return phases.isEmpty()
                ? "none"
                : String.join(
                        ", ",
                        phases.stream()
                                .map(phase -> phase.name() + " " + seconds(lengthSeconds(phase)))
                                .toList());
    }

    /** Formats a number with its noun, such as {@code 1 trial} or {@code 3 trials}. */
    public static String counted(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }
}
