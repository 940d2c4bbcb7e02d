package dev.assay.model.calibration;

/**
 * Holds the latencies that the harness adds by itself at a low rate: those of one worker with the in-memory system inside,
 * which acknowledges and delivers at once. What the machine's timers add to an intended time is part of it.
 *
 * @param offeredPerSecond messages
 * @param response from the intended time to the acknowledgement
 * @param endToEnd from the intended time to the arrival
 */
public record HarnessFloor(
        int messageBytes, double offeredPerSecond, DurationStatistics response, DurationStatistics endToEnd) {
    public HarnessFloor {
        if (messageBytes < 1 || !(offeredPerSecond > 0)) {
            throw new IllegalArgumentException("expected messages with bytes at a rate above 0, but found "
                    + messageBytes + " bytes at " + offeredPerSecond + "/s");
        }
    }
}
