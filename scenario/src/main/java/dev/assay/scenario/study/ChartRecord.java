package dev.assay.scenario.study;

import java.util.List;

/**
 * A statistic over the windows of measured load, cell by cell.
 *
 * @param statistic with the length of its windows, such as {@code service.p99@10s}
 * @param leftOut how many cells of the test are not drawn, since more lines could not be told apart
 */
public record ChartRecord(String title, String statistic, int windowSeconds, List<LineRecord> lines, int leftOut) {
    /**
     * A cell.
     *
     * @param missing why it has no blocks; empty where it has some
     */
    public record LineRecord(String name, String cell, String missing, List<BlockRecord> blocks) {
        public LineRecord {
            blocks = List.copyOf(blocks);
        }
    }

    /**
     * A block of a cell. Windows without a sample are left out.
     *
     * @param median whether its median window is the median of those of all blocks; the lower one where they are even in number
     * @param invalid whether its trial is INVALID
     * @param seconds where each window begins, counted from the start of the measured load
     * @param millis the statistic of each window
     */
    public record BlockRecord(int block, boolean median, boolean invalid, List<Double> seconds, List<Double> millis) {
        public BlockRecord {
            seconds = List.copyOf(seconds);
            millis = List.copyOf(millis);
            if (seconds.size() != millis.size()) {
                throw new IllegalArgumentException(
                        "block %d has %d windows, but %d values".formatted(block, seconds.size(), millis.size()));
            }
        }
    }

    public ChartRecord {
        lines = List.copyOf(lines);
    }
}
