package dev.assay.host;

import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Notices that the machine was suspended, when two clocks part that otherwise run alike: {@code CLOCK_BOOTTIME}, read from
 * /proc/uptime, goes on, and {@code CLOCK_MONOTONIC}, which is {@link System#nanoTime()} and from which all of Assay's times
 * are taken, stands still; see clock_gettime(2).
 */
final class SuspendWatch {
    /** Shorter times are noise: /proc/uptime has hundredths of a second, and the two clocks are not read at the same instant. */
    private static final long MIN_NANOS = 100_000_000;

    private static final long CLOSE_NANOS = 10_000_000;
    private static final int ATTEMPTS = 20;

    private final Uptime uptime;
    private final LongSupplier monotonic;
    private long lastAheadNanos;

    /** Reads what the kernel says of how long the machine has been up. */
    @FunctionalInterface
    interface Uptime {
        String read() throws IOException;
    }

    /** @param monotonic in nanoseconds */
    SuspendWatch(Uptime uptime, LongSupplier monotonic) throws IOException {
        this.uptime = uptime;
        this.monotonic = monotonic;
        this.lastAheadNanos = aheadNanos();
    }

    /** Returns for how long it was suspended since the last call, or since the watch began; 0 for less than a tenth of a second. */
    double secondsSinceLast() throws IOException {
        long ahead = aheadNanos();
        long suspended = ahead - lastAheadNanos;
        if (suspended < MIN_NANOS) {
            return 0; // The reference stays, so that many short ones add up.
        }
        lastAheadNanos = ahead;
        return suspended / 1e9;
    }

    /** Subtracts one clock from the other. Reads again where this thread was kept waiting in between, which would look like a sleep. */
    private long aheadNanos() throws IOException {
        long closest = Long.MAX_VALUE;
        long ahead = 0;
        for (int attempt = 0; attempt < ATTEMPTS && closest > CLOSE_NANOS; attempt++) {
            long startNanos = monotonic.getAsLong();
            long up = nanos(uptime.read());
            long took = monotonic.getAsLong() - startNanos;
            if (took < closest) {
                closest = took;
                ahead = up - startNanos - took / 2;
            }
        }
        return ahead;
    }

    /** Parses proc_uptime(5): seconds with two digits, and then those spent idle. */
    private static long nanos(String uptime) throws IOException {
        String seconds = uptime.substring(0, Math.max(0, uptime.indexOf(' ')));
        try {
            return Math.round(Double.parseDouble(seconds) * 1e9);
        } catch (NumberFormatException e) {
            throw new IOException("/proc/uptime says '" + uptime.strip() + "'", e);
        }
    }
}
