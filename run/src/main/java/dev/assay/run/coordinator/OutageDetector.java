package dev.assay.run.coordinator;

import dev.assay.model.result.LoadTotals;

/**
 * Detects times in which nothing is acknowledged although messages are offered. It knows what workers report, several times
 * a second; outages shorter than two reports go unnoticed.
 */
final class OutageDetector {
    /** Progress is reported every 200 ms; either end of an outage may be off by that much. */
    static final long RESOLUTION_NANOS = 200_000_000;

    private long acked;
    private long lastAckNanos;
    private long watchedSinceNanos = Long.MAX_VALUE;
    private long longestNanos;

    OutageDetector(long startNanos) {
        lastAckNanos = startNanos;
    }

    void onProgress(LoadTotals totals, long nowNanos) {
        if (totals.acked() > acked) {
            silence(nowNanos);
            acked = totals.acked();
            lastAckNanos = nowNanos;
        }
    }

    /** From now on silences count; one that lasts begins with the last acknowledgement. */
    void watchFrom(long nowNanos) {
        watchedSinceNanos = nowNanos;
    }

    /** Nobody offers messages any more. */
    void end(long nowNanos) {
        silence(nowNanos);
    }

    private void silence(long nowNanos) {
        if (nowNanos > watchedSinceNanos) {
            longestNanos = Math.max(longestNanos, nowNanos - lastAckNanos);
        }
    }

    long acked() {
        return acked;
    }

    long sinceAck(long nowNanos) {
        return Math.max(0, nowNanos - lastAckNanos);
    }

    /** The longest outage so far; 0 when there was none longer than the interval of the reports. */
    long longestNanos() {
        return longestNanos > 2 * RESOLUTION_NANOS ? longestNanos : 0;
    }
}
