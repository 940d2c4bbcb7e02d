package dev.assay.scenario.plan;

import java.time.Duration;

/**
 * Estimates the work that an experiment has left.
 *
 * @param min the total number of trials, including those that are done
 * @param max the total number of trials if the experiment uses its whole budget
 * @param load the length of load of all trials that may still run, without starting clusters or draining
 */
public record ProgressEstimate(int min, int max, Duration load) {
    public ProgressEstimate {
        if (min < 0 || max < min) {
            throw new IllegalArgumentException("an estimate can't be of " + min + " to " + max + " trials");
        }
    }

    public boolean certain() {
        return min == max;
    }

    /** Returns the number of trials, such as {@code 6} or {@code 6 to 30}. */
    public String trials() {
        return certain() ? String.valueOf(max) : min + " to " + max;
    }
}
