package dev.assay.scenario.plan;

import dev.assay.model.spec.TrialSpec;
import dev.assay.model.unit.Rate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * @param number 1-based place in the plan
 * @param label short name for folders and tables, such as {@code memory-partitions=6}
 * @param repetition 1-based number of the interleaved block it belongs to
 * @param dimensions the values that distinguish this trial from the others, by scenario path, in the file's order
 * @param seed seed of this trial's schedules and payloads
 */
public record PlannedTrial(
        int number, String label, int repetition, Map<String, String> dimensions, TrialSpec spec, long seed) {
    public PlannedTrial {
        if (number < 1 || repetition < 1) {
            throw new IllegalArgumentException(
                    "trial number and repetition count from 1, but are " + number + " and " + repetition);
        }
        dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
    }

    /** Ends the label of a trial that is measured in place of another. */
    public static final String AGAIN = "-again";

    /** Returns a replacement for this trial: the same load on the same system, in the same block. */
    public PlannedTrial again(int place) {
        return numbered(place, label + AGAIN);
    }

    public PlannedTrial numbered(int place, String name) {
        return new PlannedTrial(place, name, repetition, dimensions, spec, seed);
    }

    /**
     * Returns a trial of the search that this trial stands for.
     *
     * @param place its 1-based place in the run
     * @param load the trial at {@code rate}
     */
    public PlannedTrial searched(int place, TrialSpec load, Rate rate) {
        Map<String, String> searchedDimensions = new LinkedHashMap<>(dimensions);
        searchedDimensions.put("workload.rate", rate.toString());
        String name = label + "-rate=" + rate.toString().replace('/', '_');
        return new PlannedTrial(place, name, repetition, searchedDimensions, load, Seeds.derive(seed, place));
    }

    /** Returns the name of the trial's folder, such as {@code 003-memory-partitions=6}. */
    public String folder() {
        return "%03d-%s".formatted(number, label);
    }
}
