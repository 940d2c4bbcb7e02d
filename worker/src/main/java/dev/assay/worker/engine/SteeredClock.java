package dev.assay.worker.engine;

import dev.assay.driver.LocalClock;
import java.util.function.LongSupplier;

/**
 * Is the clock of a process on another machine than the coordinator's, whose offset is corrected while the load runs. A
 * correction is announced to all threads before it begins, so a thread that has read the clock finds the line that holds
 * then, even if it was stopped in between. Reading it takes no lock.
 */
public final class SteeredClock implements TrialClock {
    /** A correction begins this much later than it is announced. */
    static final long LEAD_NANOS = 100_000_000;

    /** A correction is slewed in within this time; the next one comes after a second. */
    static final long SLEW_NANOS = 800_000_000;

    private final LocalClock local;
    private final LongSupplier raw;
    private volatile ClockLine line;

    /**
     * Creates a clock over one that may be another than the process's.
     *
     * @param local by which threads wait
     * @param raw what it shows
     * @param offsetNanos coordinator's clock − this process's clock, as estimated at the start
     */
    public SteeredClock(LocalClock local, LongSupplier raw, long offsetNanos) {
        this.local = local;
        this.raw = raw;
        this.line = ClockLine.fixed(offsetNanos);
    }

    @Override
    public long now() {
        // The clock is read first, so that the line read afterwards never ended before.
        return ofLocal(raw.getAsLong());
    }

    @Override
    public long ofLocal(long localNanos) {
        return localNanos + line.offsetAt(localNanos);
    }

    @Override
    public LocalClock local() {
        return local;
    }

    /**
     * Corrects trial time.
     *
     * @param atNanos when the offset was estimated, on this process's clock
     * @param offsetNanos the estimate
     * @param drift by how much it grows, in seconds a second
     * @return the line that holds from now on
     */
    public synchronized ClockLine steer(long atNanos, long offsetNanos, double drift) {
        ClockLine current = line;
        long soon = raw.getAsLong() + LEAD_NANOS;
        // Where nothing was corrected yet, there is no end of a correction to wait for.
        long from = current.fromNanos() == current.untilNanos() ? soon : Math.max(soon, current.untilNanos());
        long until = from + SLEW_NANOS;
        line = current.steered(from, until, offsetNanos + (long) (drift * (until - atNanos)), drift);
        return line;
    }
}
