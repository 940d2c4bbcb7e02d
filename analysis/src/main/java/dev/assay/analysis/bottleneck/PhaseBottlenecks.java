package dev.assay.analysis.bottleneck;

import java.util.List;

/**
 * What was at its limit in a phase.
 *
 * @param judged all that could be held against a limit, by resource
 * @param notKnown what could not be
 * @param fractions values beside what was calibrated
 * @param floors latencies beside the harness's own; none where that is not known
 * @param suspected limits that a key of the scenario changes, so that they can be tested
 */
public record PhaseBottlenecks(
        List<BottleneckIndicator> judged,
        List<NotKnown> notKnown,
        List<CalibratedFraction> fractions,
        List<FloorFraction> floors,
        List<SuspectedLimit> suspected) {
    /**
     * Something that could not be judged.
     *
     * @param what the value
     * @param reason why not, such as that there is no calibration
     */
    public record NotKnown(Resource resource, String what, String reason) {}

    public PhaseBottlenecks {
        judged = List.copyOf(judged);
        notKnown = List.copyOf(notKnown);
        fractions = List.copyOf(fractions);
        floors = List.copyOf(floors);
        suspected = List.copyOf(suspected);
    }

    /** The evidence of what was at its limit; none where nothing was found. */
    public List<BottleneckIndicator> reached() {
        return judged.stream().filter(BottleneckIndicator::reached).toList();
    }

    /** What was at its limit, each once, causes before what they bring about. */
    public List<Resource> resources() {
        return reached().stream()
                .map(BottleneckIndicator::resource)
                .distinct()
                .sorted()
                .toList();
    }

    /** Whether nothing was at its limit although everything could be judged. */
    public boolean noneFound() {
        return reached().isEmpty() && notKnown.isEmpty();
    }
}
