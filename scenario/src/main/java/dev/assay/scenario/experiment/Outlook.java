package dev.assay.scenario.experiment;

import java.time.Duration;

/**
 * How much an experiment still asks for.
 *
 * @param least trials in all, those that are done included
 * @param most the same if it has to go on to the end of its budget
 * @param load the load's length of all trials that may still come, without starting clusters or draining
 */
public record Outlook(int least, int most, Duration load) {
    public Outlook {
        if (least < 0 || most < least) {
            throw new IllegalArgumentException("an outlook can't be of " + least + " to " + most + " trials");
        }
    }

    /** Whether the number of trials is known. */
    public boolean certain() {
        return least == most;
    }

    /** The number of trials, such as {@code 6} or {@code 6 to 30}. */
    public String trials() {
        return certain() ? String.valueOf(most) : least + " to " + most;
    }
}
