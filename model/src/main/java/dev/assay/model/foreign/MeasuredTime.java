package dev.assay.model.foreign;

import static dev.assay.model.foreign.ImportDraft.path;

import dev.assay.model.spec.KeyPath;
import dev.assay.model.unit.DurationText;
import java.time.Duration;

/** How long another load generator measures. None of them warms up as long as a scenario does. */
public final class MeasuredTime {
    private static final KeyPath MEASURE = path("timing", "measure");

    private MeasuredTime() {}

    /** Writes how long an option of a load generator has it run. */
    public static void write(ForeignKey from, Duration length, ImportDraft draft) {
        if (OfferedRate.isSearched(draft)) {
            draft.differ(from, "a search has trials of its own: 10 s to narrow the range down, 60 s to decide");
        } else {
            draft.map(from, MEASURE, DurationText.format(length));
        }
    }

    /**
     * Writes how long so many messages take.
     *
     * @param perSecond the offered rate in messages per second; 0 or below where there is none
     */
    public static void writeCount(ForeignKey from, double messages, double perSecond, ImportDraft draft) {
        if (OfferedRate.isSearch(perSecond)) {
            draft.differ(from, "a search has trials of its own: 10 s to narrow the range down, 60 s to decide");
            return;
        }
        Duration length = Duration.ofMillis(Math.max(1000, Math.round(1000 * messages / perSecond)));
        draft.differ(from, MEASURE, DurationText.format(length), "as long as so many messages take at the rate");
    }

    /** Writes what no option says. */
    public static void finish(ImportDraft draft) {
        if (OfferedRate.isSearched(draft)) {
            return;
        }
        if (draft.value(path("timing", "warmup")) == null) {
            draft.assume(
                    path("timing", "warmup"),
                    "auto",
                    "the tool's own values begin with its first message, or soon after; here they begin in a steady state");
        }
        if (draft.value(MEASURE) == null) {
            draft.assume(MEASURE, "1 min", "no end is given: the tool runs until it is stopped");
        }
    }
}
