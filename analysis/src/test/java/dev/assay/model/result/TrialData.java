package dev.assay.model.result;

import java.util.List;
import java.util.function.Consumer;

/**
 * Holds a trial in memory.
 *
 * @param intervals in the order in which they are passed on, like the other lists
 */
public record TrialData(
        TrialRecord trial,
        List<RecordedInterval> intervals,
        List<RecordedHiccups> hiccups,
        List<RecordedSecond> seconds)
        implements StoredTrial {
    public TrialData {
        intervals = List.copyOf(intervals);
        hiccups = List.copyOf(hiccups);
        seconds = List.copyOf(seconds);
    }

    @Override
    public void eachSecond(Consumer<RecordedSecond> sink) {
        seconds.forEach(sink);
    }

    @Override
    public void eachInterval(Consumer<RecordedInterval> sink) {
        intervals.forEach(sink);
    }

    @Override
    public void eachHiccups(Consumer<RecordedHiccups> sink) {
        hiccups.forEach(sink);
    }
}
