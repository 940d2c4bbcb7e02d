package dev.assay.bench.pacing;

import dev.assay.driver.LocalClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The clock of this process, with another shortest park than the engine's.
 *
 * @param shortestNanos the shortest park; what the engine asks for beyond its own shortest one is a real wait, and kept
 * @param slackNanos how late the kernel may wake the thread to save wake-ups (timerslack_ns in proc(5)); 0 leaves that
 *     as it is, usually at 50 000
 */
record ParkClock(long shortestNanos, long slackNanos, ThreadLocal<Boolean> tuned) implements LocalClock {
    /** What the engine asks for where it wants to wait less. */
    private static final long ENGINES_SHORTEST_NANOS = 100_000;

    ParkClock(long shortestNanos, long slackNanos) {
        this(shortestNanos, slackNanos, new ThreadLocal<>());
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void park() {
        SYSTEM.park();
    }

    @Override
    public void parkShort(long nanos) {
        SYSTEM.parkShort(nanos);
    }

    @Override
    public void unpark(Thread thread) {
        SYSTEM.unpark(thread);
    }

    @Override
    public Thread start(Thread.Builder thread, Runnable body) {
        return SYSTEM.start(thread, body);
    }

    @Override
    public boolean join(Thread thread, Duration limit) throws InterruptedException {
        return SYSTEM.join(thread, limit);
    }

    @Override
    public void park(long nanos) {
        if (slackNanos > 0 && tuned.get() == null) {
            tune();
            tuned.set(true);
        }
        LockSupport.parkNanos(nanos <= ENGINES_SHORTEST_NANOS ? shortestNanos : Math.max(nanos, shortestNanos));
    }

    private void tune() {
        try {
            Path thread = Path.of("/proc/thread-self").toRealPath().getFileName();
            Files.writeString(Path.of("/proc/" + thread + "/timerslack_ns"), Long.toString(slackNanos));
        } catch (IOException e) {
            throw new UncheckedIOException("the timer slack can't be set on this machine", e);
        }
    }
}
