package dev.assay.model.calibration;

/**
 * @param bytesPerSecond all of them by all of the time
 * @param blockBytes size of each
 * @param n how many blocks
 */
public record TransferRate(double bytesPerSecond, int blockBytes, long n) {
    public TransferRate {
        if (!(bytesPerSecond > 0) || blockBytes < 1 || n < 1) {
            throw new IllegalArgumentException("expected a rate above 0 of at least one block, but found "
                    + bytesPerSecond + " B/s of " + n + " blocks of " + blockBytes + " B");
        }
    }
}
