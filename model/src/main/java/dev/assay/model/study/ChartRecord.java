package dev.assay.model.study;

import java.util.List;

/**
 * Charts a statistic over the windows of measured load, or the percentiles of a latency, cell by cell.
 *
 * @param statistic with the length of its windows, such as {@code service.p99@10s}; of percentiles the latency alone
 * @param windowSeconds 0 where it has percentiles
 * @param leftOut how many cells of the test are not drawn, since more lines could not be told apart
 */
public record ChartRecord(String title, String statistic, int windowSeconds, List<LineRecord> lines, int leftOut) {
    /** @param missing why it has no blocks; empty where it has some */
    public record LineRecord(String name, String cell, String missing, List<BlockRecord> blocks) {
        public LineRecord {
            blocks = List.copyOf(blocks);
        }
    }

    /**
     * Holds the line of one block of a cell. Windows without a sample are left out.
     *
     * @param median whether its median window is the median of those of all blocks; the lower one where they are even in number
     * @param at where each window begins, in seconds from the start of the measured load; or which percentile it is, in percent
     * @param millis the statistic of each window, or each percentile
     */
    public record BlockRecord(int block, boolean median, boolean invalid, List<Double> at, List<Double> millis) {
        public BlockRecord {
            at = List.copyOf(at);
            millis = List.copyOf(millis);
            if (at.size() != millis.size()) {
                throw new IllegalArgumentException(
                        "block %d has %d places, but %d values".formatted(block, at.size(), millis.size()));
            }
        }
    }

    public ChartRecord {
        lines = List.copyOf(lines);
    }

    public boolean ofPercentiles() {
        return windowSeconds == 0;
    }
}
