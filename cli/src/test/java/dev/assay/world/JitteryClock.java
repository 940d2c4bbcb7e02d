package dev.assay.world;

import dev.assay.driver.LocalClock;
import java.time.Duration;
import java.time.Instant;

/** Lets the thread that reports for a worker oversleep once, as on a busy machine; so the seconds that it misses are in one interval. */
final class JitteryClock implements LocalClock {
    private static final String REPORTER = "progress";

    private final LocalClock clock;
    private final long oversleepsAt;
    private final long nanos;
    private long waits;

    /**
     * @param oversleepsAt the number of the wait of the thread, from 1 on
     * @param nanos by how much it oversleeps
     */
    JitteryClock(LocalClock clock, long oversleepsAt, long nanos) {
        this.clock = clock;
        this.oversleepsAt = oversleepsAt;
        this.nanos = nanos;
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    @Override
    public Instant instant() {
        return clock.instant();
    }

    @Override
    public void park(long length) {
        boolean oversleeps = Thread.currentThread().getName().equals(REPORTER) && ++waits == oversleepsAt;
        clock.park(oversleeps ? length + nanos : length);
    }

    @Override
    public void parkShort(long length) {
        clock.parkShort(length);
    }

    @Override
    public void park() {
        clock.park();
    }

    @Override
    public void unpark(Thread thread) {
        clock.unpark(thread);
    }

    @Override
    public Thread start(Thread.Builder thread, Runnable body) {
        return clock.start(thread, body);
    }

    @Override
    public boolean join(Thread thread, Duration limit) throws InterruptedException {
        return clock.join(thread, limit);
    }
}
