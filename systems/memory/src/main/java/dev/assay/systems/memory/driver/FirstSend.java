package dev.assay.systems.memory.driver;

/** Holds when the first message of a driver's producers was sent, from which all of them count their stall. */
final class FirstSend {
    private volatile boolean known;
    private long nanos;
    /**
     * The time at which the single server of a system of limited capacity has served all messages it has taken, in nanoseconds from
     * the first message.
     */
    private double freeNanos;

    /** Returns the {@code now} of the first call by any producer. */
    long nanos(long now) {
        return known ? nanos : decide(now);
    }

    /**
     * Returns when a message has been served, after all messages that came before it from any producer.
     *
     * @param sinceFirstNanos arrival of the message, counted from the first message
     * @param serviceNanos time that one message takes; 0 for no time at all
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
