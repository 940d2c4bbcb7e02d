package dev.assay.analysis.history;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one trial has given, or one search for capacity.
 *
 * @param messages of which a response time was measured; 1 for a search
 * @param values latencies in nanoseconds, rates in messages per second; those that do not count are missing
 */
public record HistorySample(long messages, Map<HistoryStatistic, Double> values) {
    public HistorySample {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
