package dev.assay.engine;

import java.util.concurrent.atomic.AtomicLong;

/** Time that passes only when somebody waits, or says so. */
final class SimClock implements TrialClock {
    private final AtomicLong nowNanos = new AtomicLong();

    SimClock(long nowNanos) {
        this.nowNanos.set(nowNanos);
    }

    @Override
    public long now() {
        return nowNanos.get();
    }

    @Override
    public long ofLocal(long localNanos) {
        return localNanos;
    }

    @Override
    public void park(long nanos) {
        pass(nanos);
    }

    void pass(long nanos) {
        nowNanos.addAndGet(nanos);
    }
}
