package dev.assay.systems.memory.driver;

/** When the first message of a driver's producers was sent: all of them count their stall from then. */
final class FirstSend {
    private volatile boolean known;
    private long nanos;
    /** When the single server of a system of limited capacity is through with what it has taken, from the first message on. */
    private double freeNanos;

    /** The time of the first call of all, which is {@code now} for that one. */
    long nanos(long now) {
        return known ? nanos : decide(now);
    }

    /**
     * When a message has been served that comes at that time, after all that came before it from whatever producer.
     *
     * @param sinceFirstNanos counted from the first message
     * @param serviceNanos how long one message takes; 0 for no time at all
     */
    long served(long sinceFirstNanos, double serviceNanos) {
        if (serviceNanos == 0) {
            return sinceFirstNanos;
        }
        synchronized (this) {
            freeNanos = Math.max(freeNanos, (double) sinceFirstNanos) + serviceNanos;
            return Math.round(freeNanos);
        }
    }

    private synchronized long decide(long now) {
        if (!known) {
            nanos = now;
            known = true;
        }
        return nanos;
    }
}
