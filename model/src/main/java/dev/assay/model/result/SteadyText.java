package dev.assay.model.result;

import dev.assay.model.result.SteadyRecord.SeriesRecord;
import java.util.Locale;

/** What was seen of a steady state, in one line. */
public final class SteadyText {
    private SteadyText() {}

    /** {@code steady after 23 s (response p50 last)}, or {@code not steady within 90 s: response p50 still falling by 3 % a second}. */
    public static String of(SteadyRecord seen) {
        return seen.reached()
                ? "steady after %.0f s%s"
                        .formatted(seen.afterSeconds(), seen.last().isEmpty() ? "" : " (" + seen.last() + " last)")
                : "not steady within %.0f s%s"
                        .formatted(
                                seen.afterSeconds(),
                                seen.telling().map(SteadyText::still).orElse(": no values came in"));
    }

    private static String still(SeriesRecord series) {
        if (series.slope() == 0) {
            return ": " + series.name() + " does not keep a level, at " + level(series);
        }
        return String.format(
                Locale.ROOT,
                ": %s still %s by %.2g %% a second, at %s (trend z %.1f)",
                series.name(),
                series.slope() < 0 ? "falling" : "rising",
                Math.abs(series.slope()) * 100,
                level(series),
                series.z());
    }

    private static String level(SeriesRecord series) {
        return String.format(Locale.ROOT, "%.3g %s", series.level(), series.unit());
    }
}
