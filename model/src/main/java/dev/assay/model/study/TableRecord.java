package dev.assay.model.study;

import java.util.List;
import java.util.Optional;

/**
 * Holds a table as it was published, with what was measured.
 *
 * @param unit of all of its values
 */
public record TableRecord(String title, String unit, List<String> columns, List<RowRecord> rows) {
    /** @param values one for each column; of a place that is empty in the original the cell is empty */
    public record RowRecord(String name, List<PlaceRecord> values) {
        public RowRecord {
            values = List.copyOf(values);
        }
    }

    /**
     * Holds a measured value beside the published one.
     *
     * @param values of its blocks, in the unit of the table
     * @param missing why nothing was measured: a code and the reason, or the reason alone; empty where something was
     */
    public record PlaceRecord(
            String cell, String statistic, Optional<Double> published, List<ValueRecord> values, String missing) {
        /** Stands for a place that is empty in the original. */
        public static final PlaceRecord EMPTY = new PlaceRecord("", "", Optional.empty(), List.of(), "");

        public PlaceRecord {
            values = List.copyOf(values);
        }

        public boolean measured() {
            return !values.isEmpty();
        }

        /** Returns the lowest of the blocks; empty where none was measured. */
        public Optional<Double> low() {
            return ValueRecord.lowest(values);
        }

        /** Returns the highest of the blocks; empty where none was measured. */
        public Optional<Double> high() {
            return ValueRecord.highest(values);
        }

        public int blocks() {
            return values.size();
        }

        public int invalid() {
            return (int) values.stream().filter(ValueRecord::invalid).count();
        }

        /** Tells whether a block's value is only a lower bound, such as a latency of a load that was not sustained. */
        public boolean atLeast() {
            return values.stream().anyMatch(value -> value.high().isEmpty());
        }
    }

    public TableRecord {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** Tells whether any value of the table was measured. */
    public boolean measured() {
        return rows.stream().flatMap(row -> row.values().stream()).anyMatch(PlaceRecord::measured);
    }
}
