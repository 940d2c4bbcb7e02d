package dev.assay.analysis.history;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What one trial has given, or one search for capacity.
 *
 * @param messages of which a response time was measured; 1 for a search
 * @param values latencies in nanoseconds, rates in messages per second; those that do not count are missing
 * @param missedPerSecond the lowest rate that a search missed; empty for a trial
 */
public record HistorySample(long messages, Map<HistoryStatistic, Double> values, Optional<Double> missedPerSecond) {
    public HistorySample {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
