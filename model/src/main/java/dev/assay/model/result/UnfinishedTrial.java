package dev.assay.model.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Records a trial that was planned, or begun, and has no {@code trial.json}: nothing was measured, but that is a result
 * where it failed.
 *
 * @param folder its name below {@code trials/}
 * @param label the part of the folder after its number: that of its point, which all blocks share
 * @param block 1-based number of the block that it belongs to
 * @param failed whether it did not finish for a reason of its own; otherwise it was interrupted, or never begun
 * @param reason why it did not finish, for people
 * @param point what it was to measure; empty where only other trials of the same label show it
 */
public record UnfinishedTrial(
        String folder, String label, int block, boolean failed, String reason, Optional<Point> point) {
    /** @param dimensions values that tell it from the other trials, by scenario path */
    public record Point(String system, Map<String, String> dimensions) {
        public Point {
            dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
        }
    }

    public UnfinishedTrial(String folder, String label, int block, boolean failed, String reason) {
        this(folder, label, block, failed, reason, Optional.empty());
    }

    public UnfinishedTrial of(Point measured) {
        return new UnfinishedTrial(folder, label, block, failed, reason, Optional.of(measured));
    }

    public UnfinishedTrial {
        if (block < 1) {
            throw new IllegalArgumentException("blocks count from 1, but this is " + block);
        }
    }
}
