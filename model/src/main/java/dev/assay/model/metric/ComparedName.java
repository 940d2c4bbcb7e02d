package dev.assay.model.metric;

import java.util.Optional;

/**
 * Reads the names of what can be compared: a {@link LatencyStatistic}, {@value #CAPACITY}, or {@value #ACHIEVED} with or
 * without a phase.
 */
public final class ComparedName {
    /** Names the highest sustained rate that a search has found: its lower bound. */
    public static final String CAPACITY = "capacity";

    /**
     * Names the messages acknowledged a second; {@code achieved in PHASE} where there are several. Unlike latencies, it
     * counts where a load was not sustained: the rate reached then is the result.
     */
    public static final String ACHIEVED = "achieved";

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN =
            "(?:" + LatencyStatistic.PATTERN + "|" + CAPACITY + "|" + ACHIEVED + "(?: in [a-z0-9][a-z0-9-]{0,39})?)";

    private static final String IN_PHASE = ACHIEVED + " in ";

    private ComparedName() {}

    /** Returns whether a name is of messages a second instead of time. */
    public static boolean isRate(String name) {
        return name.equals(CAPACITY) || name.equals(ACHIEVED) || name.startsWith(IN_PHASE);
    }

    /** Returns the phase that is named; empty for the only one. */
    public static Optional<String> phase(String name) {
        if (isRate(name)) {
            return name.startsWith(IN_PHASE) ? Optional.of(name.substring(IN_PHASE.length())) : Optional.empty();
        }
        return LatencyStatistic.parse(name).phase();
    }

    /**
     * Refuses a text that is no such name.
     *
     * @throws IllegalArgumentException with what was expected
     */
    public static void check(String name) {
        if (!isRate(name)) {
            try {
                LatencyStatistic.parse(name);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("%s; or %s, or %s".formatted(e.getMessage(), ACHIEVED, CAPACITY), e);
            }
        }
    }
}
