package dev.assay.core.result;

import java.util.ArrayList;
import java.util.List;

/**
 * Figures over time, one row about each second. Column names carry their unit, such as {@code broker-1.cpu_cores}; the
 * first column is {@code time_s}, counted from the start of the load. A figure that is not known is NaN.
 */
public record Series(List<String> columns, List<double[]> rows) {
    /** The name of the first column. */
    public static final String TIME = "time_s";

    public Series {
        if (columns.isEmpty() || !columns.getFirst().equals(TIME)) {
            throw new IllegalArgumentException(
                    "the first column of a series must be time_s, but the columns are " + columns);
        }
        for (double[] row : rows) {
            if (row.length != columns.size()) {
                throw new IllegalArgumentException(
                        "a row of the series has " + row.length + " figures for " + columns.size() + " columns");
            }
        }
        columns = List.copyOf(columns);
        rows = new ArrayList<>(rows);
    }
}
