package dev.assay.worker.engine;

/** Works on one message of a consumer after the other, each for the same time; used by the thread that delivers them. */
final class ConsumerWork {
    /** Shorter waits would take longer than intended; the work that is left over is done with the next messages. */
    private static final long MIN_PARK_NANOS = 100_000;

    /** A longer delay is time in which the consumer did nothing. */
    private static final long MAX_MADE_UP_NANOS = 100_000_000;

    private final long processingNanos;
    private final TrialClock clock;

    /** Is the trial time at which the work on the messages so far is done. */
    private long doneNanos;

    /** Is the trial time at which the thread went on to the next message: late where it overslept, early where work is left over. */
    private long returnedNanos;

    private boolean parked;

    /** @param processingNanos that each message takes; 0 for none */
    ConsumerWork(long processingNanos, TrialClock clock) {
        this.processingNanos = processingNanos;
        this.clock = clock;
    }

    boolean takesTime() {
        return processingNanos > 0;
    }

    /**
     * Works on a message from when the driver took it up: before that the consumer did not have it. Only what this thread overslept
     * after the earlier message is made up for, so that the machine does not make a slower consumer; no more than 100 ms of it, and
     * nothing from before the message was sent. Both times are trial time.
     */
    void on(long callStartNanos, long receivedNanos) {
        long begin = Math.min(receivedNanos, Math.max(receivedNanos - overslept(receivedNanos), callStartNanos));
        doneNanos = begin + Math.max(0, doneNanos - returnedNanos) + processingNanos;
        long now = clock.now();
        parked = false;
        while (doneNanos - now >= MIN_PARK_NANOS && !Thread.currentThread().isInterrupted()) {
            clock.local().park(doneNanos - now);
            now = clock.now();
            parked = true;
        }
        returnedNanos = now;
    }

    /** Returns the lateness to make up for: only that of messages that were waiting, with idle time taken off. */
    private long overslept(long receivedNanos) {
        long late = Math.clamp(returnedNanos - doneNanos, 0, MAX_MADE_UP_NANOS);
        return parked ? late : Math.max(0, late - (receivedNanos - returnedNanos));
    }
}
