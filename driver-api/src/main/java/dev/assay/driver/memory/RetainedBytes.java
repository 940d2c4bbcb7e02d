package dev.assay.driver.memory;

import java.util.concurrent.atomic.AtomicLong;

/** How much a server keeps for consumers, counted once for each subscription, and what happens when it is too much. */
final class RetainedBytes {
    private final long most;
    private final Runnable whenFull;
    private final AtomicLong bytes = new AtomicLong();

    /** @param whenFull called with each message beyond the limit, on the thread that brings it */
    RetainedBytes(long most, Runnable whenFull) {
        this.most = most;
        this.whenFull = whenFull;
    }

    void add(long more) {
        if (bytes.addAndGet(more) > most) {
            whenFull.run();
        }
    }

    void free(long less) {
        bytes.addAndGet(-less);
    }

    long get() {
        return bytes.get();
    }
}
