package dev.assay.run.live;

import dev.assay.model.unit.DurationText;
import java.time.Duration;
import java.util.Locale;

/**
 * Where in its load a trial is.
 *
 * @param phase the phase's name
 * @param seconds how far into that phase
 * @param length how long that phase is, or would be if its condition never held; zero where the load is over
 */
public record LoadPlace(String phase, double seconds, Duration length) {
    /** Whether the load is over, and only the last messages are waited for. */
    public boolean isAfterLoad() {
        return length.isZero();
    }

    /** Such as {@code warmup 11/90 s}. */
    public String text() {
        return isAfterLoad()
                ? phase
                : String.format(Locale.ROOT, "%s %.0f/%s", phase, seconds, DurationText.format(length));
    }
}
