package dev.assay.run.live;

import java.time.Duration;
import java.util.Locale;

/**
 * @param trial the load of the trial under way
 * @param run all trials, with what they take beside their load
 * @param max whether the run may end earlier, as its number of trials depends on the values
 */
public record TimeLeft(Duration trial, Duration run, boolean max) {
    /** Formats the estimate, such as {@code about 0:20 left of the trial, 1:48 of the run}. */
    public String text() {
        return "about %s left of the trial, %s%s of the run".formatted(clock(trial), max ? "at most " : "", clock(run));
    }

    /** Formats minutes and seconds, with hours where there are any. */
    private static String clock(Duration time) {
        return time.toHours() > 0
                ? String.format(Locale.ROOT, "%d:%02d:%02d", time.toHours(), time.toMinutesPart(), time.toSecondsPart())
                : String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart());
    }
}
