package dev.assay.engine;

/** Time that passes only when somebody waits, or says so. */
final class SimClock implements TrialClock {
    private volatile long nowNanos;

    SimClock(long nowNanos) {
        this.nowNanos = nowNanos;
    }

    @Override
    public long now() {
        return nowNanos;
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
        nowNanos += nanos;
    }
}
