package dev.assay.run.live;

import java.time.Duration;
import java.util.Locale;

/**
 * Locates a moment of a trial's load.
 *
 * @param phase the phase's name
 * @param seconds time within that phase
 * @param length duration of that phase, or that without its condition; zero where the load is over
 * @param waitsFor what a phase that is to last until the trial is steady waits for; empty for others, and before the first check
 */
public record LoadPlace(String phase, double seconds, Duration length, String waitsFor) {
    public LoadPlace(String phase, double seconds, Duration length) {
        this(phase, seconds, length, "");
    }

    /** Returns whether the load is over, and only the last messages are waited for. */
    public boolean isAfterLoad() {
        return length.isZero();
    }

    /** Formats the place, such as {@code warmup 31/180 s: response p50 31.0 ms and falling}. */
    public String text() {
        if (isAfterLoad()) {
            return phase;
        }
        String place = String.format(Locale.ROOT, "%s %.0f/%.0f s", phase, seconds, length.toMillis() / 1e3);
        return waitsFor.isEmpty() ? place : place + ": " + waitsFor;
    }
}
