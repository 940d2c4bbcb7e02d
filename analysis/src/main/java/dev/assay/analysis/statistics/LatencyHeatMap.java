package dev.assay.analysis.statistics;

import dev.assay.model.metric.LatencyMetric;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Holds the distribution of one latency in each part of a trial: all samples, by the time at which they were completed and by
 * their size.
 *
 * @param metric for arrivals, the samples are those of all live subscriptions
 * @param secondsPerColumn the length of a part
 * @param columns in order of time, warm-up and drain included; parts without samples have none
 */
public record LatencyHeatMap(LatencyMetric metric, int secondsPerColumn, List<Column> columns) {
    /** Divides a decade into rows, each of which holds latencies up to 1.33 times its lowest. */
    public static final int ROWS_PER_DECADE = 8;

    /** Numbers the row of a microsecond, which includes all shorter latencies. */
    static final int LOWEST_ROW = 3 * ROWS_PER_DECADE;

    /**
     * @param seconds its end, counted from the start of the load
     * @param samples the number in each row; rows without samples are left out
     */
    public record Column(double seconds, SortedMap<Integer, Long> samples) {
        public Column {
            samples = Collections.unmodifiableSortedMap(new TreeMap<>(samples));
        }
    }

    public LatencyHeatMap {
        if (secondsPerColumn < 1) {
            throw new IllegalArgumentException(
                    "a column must span at least 1 second, but secondsPerColumn is " + secondsPerColumn);
        }
        columns = List.copyOf(columns);
    }

    /** Returns the row of a latency; rows are numbered from 1 ns on. */
    static int row(long nanos) {
        return nanos <= 0
                ? LOWEST_ROW
                : Math.max(LOWEST_ROW, (int) Math.floor(Math.log10((double) nanos) * ROWS_PER_DECADE + 1e-9));
    }
}
