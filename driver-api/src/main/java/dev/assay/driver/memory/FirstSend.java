package dev.assay.driver.memory;

/** When the first message of a driver's producers was sent: all of them count their stall from then. */
final class FirstSend {
    private volatile boolean known;
    private long nanos;

    /** The time of the first call of all, which is {@code now} for that one; by {@link System#nanoTime()}. */
    long nanos(long now) {
        return known ? nanos : decide(now);
    }

    private synchronized long decide(long now) {
        if (!known) {
            nanos = now;
            known = true;
        }
        return nanos;
    }
}
