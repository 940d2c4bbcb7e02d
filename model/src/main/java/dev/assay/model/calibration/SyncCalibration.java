package dev.assay.model.calibration;

/**
 * Holds how long it takes to have appended data on disk: one thread appends, calls fdatasync, and begins again.
 *
 * @param writeBytes appended before each call
 * @param perSecond calls, with the writes between them
 * @param sync the calls alone
 */
public record SyncCalibration(int writeBytes, double perSecond, DurationStatistics sync) {
    public SyncCalibration {
        if (writeBytes < 1 || !(perSecond > 0)) {
            throw new IllegalArgumentException(
                    "expected syncs of at least a byte, but found " + perSecond + "/s of " + writeBytes + " B");
        }
    }
}
