package dev.assay.fleet.coordinator;

import dev.assay.core.result.LoadTotals;

/**
 * Notices when nothing is acknowledged any more although messages are offered. It knows what workers tell, several times a
 * second; silence shorter than two of their beats is not noticed.
 */
final class ServiceWatch {
    /** News comes every 200 ms; either end of a silence may be off by so much. */
    static final long RESOLUTION_NANOS = 200_000_000;

    private long acked;
    private long lastAckNanos;
    private long watchedSinceNanos = Long.MAX_VALUE;
    private long longestNanos;

    ServiceWatch(long startNanos) {
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

    /** The longest silence so far; 0 when there was none that could be told from the beat of the news. */
    long longestNanos() {
        return longestNanos > 2 * RESOLUTION_NANOS ? longestNanos : 0;
    }
}
