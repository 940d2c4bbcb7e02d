package dev.assay.scenario.plan;

import java.time.Duration;

/**
 * How much an experiment still asks for.
 *
 * @param min trials in all, those that are done included
 * @param max the same if it has to go on to the end of its budget
 * @param load the load's length of all trials that may still come, without starting clusters or draining
 */
public record ProgressEstimate(int min, int max, Duration load) {
    public ProgressEstimate {
        if (min < 0 || max < min) {
            throw new IllegalArgumentException("an estimate can't be of " + min + " to " + max + " trials");
        }
    }

    /** Whether the number of trials is known. */
    public boolean certain() {
        return min == max;
    }

    /** The number of trials, such as {@code 6} or {@code 6 to 30}. */
    public String trials() {
        return certain() ? String.valueOf(max) : min + " to " + max;
    }
}
