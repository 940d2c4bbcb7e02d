package dev.assay.analysis.statistics;

import dev.assay.analysis.steady.Drift;

/**
 * How far one series of a phase moved from its begin to its end.
 *
 * @param of what it is of
 * @param series for people, such as {@code response p50}
 * @param drift of its values, one a second: latencies in nanoseconds, rates in messages a second, backlogs in messages
 */
public record PhaseDrift(Of of, String series, Drift drift) {
    /** What may drift. */
    public enum Of {
        MEDIAN,
        P99,
        RATE,
        BACKLOG
    }
}
