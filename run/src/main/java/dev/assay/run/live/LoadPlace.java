package dev.assay.run.live;

import java.time.Duration;
import java.util.Locale;

/**
 * Where in its load a trial is.
 *
 * @param phase the phase's name
 * @param seconds how far into that phase
 * @param length how long that phase is, or would be if its condition never held; zero where the load is over
 * @param waitsFor what a phase that is to last until the trial is steady waits for; empty for others, and before that was looked at
 */
public record LoadPlace(String phase, double seconds, Duration length, String waitsFor) {
    /** In a phase that waits for nothing. */
    public LoadPlace(String phase, double seconds, Duration length) {
        this(phase, seconds, length, "");
    }

    /** Whether the load is over, and only the last messages are waited for. */
    public boolean isAfterLoad() {
        return length.isZero();
    }

    /** Such as {@code warmup 31/180 s: compilers still at work, response p50 31.0 ms and falling}. */
    public String text() {
        if (isAfterLoad()) {
            return phase;
        }
        String place = String.format(Locale.ROOT, "%s %.0f/%.0f s", phase, seconds, length.toMillis() / 1e3);
        return waitsFor.isEmpty() ? place : place + ": " + waitsFor;
    }
}
