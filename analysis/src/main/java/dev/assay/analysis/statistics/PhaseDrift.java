package dev.assay.analysis.statistics;

import dev.assay.analysis.steady.Drift;
import dev.assay.analysis.steady.MannKendall;
import java.util.List;

/**
 * @param of the kind of series
 * @param series for people, such as {@code response p50}
 * @param values at equal distances: latencies in nanoseconds, rates in messages per second, backlogs in messages
 * @param secondsPerValue how many seconds one of them stands for: more than 1 in long trials
 * @param drift of these values
 */
public record PhaseDrift(Of of, String series, MannKendall.Series values, int secondsPerValue, Drift drift) {
    /** Returns how many seconds of the phase have values. */
    public long seconds() {
        return drift.n() * secondsPerValue;
    }

    /**
     * Returns the level of a series, such as {@code response p50}, in the first or in the last third, whichever is lower; 0 where the
     * series is missing.
     */
    public static double lower(List<PhaseDrift> drifts, String series) {
        for (PhaseDrift one : drifts) {
            if (one.series().equals(series)) {
                return one.drift().lower();
            }
        }
        return 0;
    }

    public enum Of {
        MEDIAN,
        P99,
        RATE,
        BACKLOG
    }
}
