package dev.assay.analysis.bottleneck;

import java.util.List;

/**
 * @param judged all values that could be compared with a limit, by resource
 * @param notKnown values that could not be compared
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
     * @param what the value
     * @param reason such as that there is no calibration
     */
    public record NotKnown(Resource resource, String what, String reason) {}

    public PhaseBottlenecks {
        judged = List.copyOf(judged);
        notKnown = List.copyOf(notKnown);
        fractions = List.copyOf(fractions);
        floors = List.copyOf(floors);
        suspected = List.copyOf(suspected);
    }

    public List<BottleneckIndicator> reached() {
        return judged.stream().filter(BottleneckIndicator::reached).toList();
    }

    /** Returns the resources at their limits, each once, causes before their effects. */
    public List<Resource> resources() {
        return reached().stream()
                .map(BottleneckIndicator::resource)
                .distinct()
                .sorted()
                .toList();
    }

    /** Tells whether nothing was at its limit although everything could be judged. */
    public boolean noneFound() {
        return reached().isEmpty() && notKnown.isEmpty();
    }
}
