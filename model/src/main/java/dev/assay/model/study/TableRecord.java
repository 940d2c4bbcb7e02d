package dev.assay.model.study;

import java.util.List;
import java.util.Optional;

/**
 * A table as it was published, with what was measured.
 *
 * @param unit of all of its values
 */
public record TableRecord(String title, String unit, List<String> columns, List<RowRecord> rows) {
    /**
     * A row.
     *
     * @param values one for each column; of a place that is empty in the original the cell is empty
     */
    public record RowRecord(String name, List<PlaceRecord> values) {
        public RowRecord {
            values = List.copyOf(values);
        }
    }

    /**
     * A value beside the published one.
     *
     * @param low the lowest of the blocks; empty where none was measured
     * @param high the highest of the blocks
     * @param blocks n
     * @param invalid how many of those blocks are INVALID
     * @param atLeast whether the load of a block was not sustained, so that its latency is a lower bound
     * @param missing why nothing was measured: a code and the reason, or the reason alone; empty where something was
     */
    public record PlaceRecord(
            String cell,
            String statistic,
            Optional<Double> published,
            Optional<Double> low,
            Optional<Double> high,
            int blocks,
            int invalid,
            boolean atLeast,
            String missing) {
        /** Where the original has nothing. */
        public static final PlaceRecord EMPTY =
                new PlaceRecord("", "", Optional.empty(), Optional.empty(), Optional.empty(), 0, 0, false, "");

        /** Whether something was. */
        public boolean measured() {
            return blocks > 0;
        }
    }

    public TableRecord {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** Whether any of its values was measured. */
    public boolean measured() {
        return rows.stream().flatMap(row -> row.values().stream()).anyMatch(PlaceRecord::measured);
    }
}
