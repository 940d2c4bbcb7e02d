package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.PendingSend;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Holds the messages of one channel that are not confirmed. A message's publish number decides its slot, so the oldest and the newest of
 * them are never further apart than the window. One thread enters messages; another, the connection's, reports their outcomes; any thread
 * may end the window.
 */
final class ConfirmWindow {
    private final AtomicReferenceArray<@Nullable PendingSend> slots;
    private final long[] numbers;
    private final long[] enteredNanos;
    private final AtomicReference<@Nullable Throwable> end = new AtomicReference<>();
    private volatile @Nullable Thread waiting;

    /** The time that messages have waited to be entered; written by the thread that enters them. */
    private volatile long waitedNanos;

    /** The lowest publish number that may lack an outcome; used by the connection's thread only. */
    private long lowest = 1;

    /** @param size most messages without a confirm */
    ConfirmWindow(int size) {
        this.slots = new AtomicReferenceArray<>(size);
        this.numbers = new long[size];
        this.enteredNanos = new long[size];
    }

    /**
     * Enters a message before it is published; waits while the window is full.
     *
     * @return whether the window reports the outcome; false when it has ended
     */
    boolean enter(long number, PendingSend pendingSend) {
        int slot = slot(number);
        awaitFree(slot);
        if (end.get() != null) {
            return false;
        }
        numbers[slot] = number;
        enteredNanos[slot] = System.nanoTime();
        slots.set(slot, pendingSend);
        // A thread that ended the window in between may have passed the slot already.
        return end.get() == null || !slots.compareAndSet(slot, pendingSend, null);
    }

    private void awaitFree(int slot) {
        if (slots.get(slot) == null) {
            return;
        }
        waiting = Thread.currentThread();
        long waitedEarlier = waitedNanos;
        long began = System.nanoTime();
        while (slots.get(slot) != null && end.get() == null) {
            LockSupport.parkNanos(this, 1_000_000);
            waitedNanos = waitedEarlier + System.nanoTime() - began;
        }
        waiting = null;
    }

    /** Returns the total time that messages have waited because the window was full, a waiting one included. */
    long waitedNanos() {
        return waitedNanos;
    }

    int unconfirmed() {
        return (int) IntStream.range(0, slots.length())
                .filter(slot -> slots.get(slot) != null)
                .count();
    }

    /** Reports that the server has accepted the message, or all up to it. Called by the connection's thread. */
    void confirmed(long number, boolean andAllBefore) {
        tell(number, andAllBefore, null);
    }

    /** Reports that the server has refused the message, or all up to it. Called by the connection's thread. */
    void refused(long number, boolean andAllBefore, Throwable cause) {
        tell(number, andAllBefore, cause);
    }

    private void tell(long number, boolean andAllBefore, @Nullable Throwable cause) {
        if (andAllBefore) {
            for (long one = Math.max(lowest, number - slots.length() + 1); one <= number; one++) {
                tell(one, cause);
            }
            lowest = number + 1;
        } else {
            tell(number, cause);
        }
        Thread waiter = waiting;
        if (waiter != null) {
            LockSupport.unpark(waiter);
        }
    }

    private void tell(long number, @Nullable Throwable cause) {
        int slot = slot(number);
        PendingSend pendingSend = slots.get(slot);
        if (pendingSend != null && numbers[slot] == number && slots.compareAndSet(slot, pendingSend, null)) {
            if (cause == null) {
                pendingSend.acked();
            } else {
                pendingSend.failed(cause);
            }
        }
    }

    /** Fails a message that was entered but could not be published, unless the window has reported its outcome. */
    void withdraw(long number, PendingSend pendingSend, Throwable cause) {
        if (slots.compareAndSet(slot(number), pendingSend, null)) {
            pendingSend.failed(cause);
        }
    }

    /** Fails messages that have waited longer than the limit: a server can silently lose a message when a leader changes. */
    void expire(long limitNanos, Throwable cause) {
        long now = System.nanoTime();
        for (int slot = 0; slot < slots.length(); slot++) {
            PendingSend pendingSend = slots.get(slot);
            // It is read after the pending send, so it is that message's time, or a later one's.
            if (pendingSend != null
                    && now - enteredNanos[slot] > limitNanos
                    && slots.compareAndSet(slot, pendingSend, null)) {
                pendingSend.failed(cause);
            }
        }
    }

    /** Fails all messages under way, since no outcome will come any more, and lets none be entered. */
    void end(Throwable cause) {
        if (!end.compareAndSet(null, cause)) {
            return;
        }
        for (int slot = 0; slot < slots.length(); slot++) {
            PendingSend pendingSend = slots.getAndSet(slot, null);
            if (pendingSend != null) {
                pendingSend.failed(cause);
            }
        }
        Thread waiter = waiting;
        if (waiter != null) {
            LockSupport.unpark(waiter);
        }
    }

    boolean isEmpty() {
        for (int slot = 0; slot < slots.length(); slot++) {
            if (slots.get(slot) != null) {
                return false;
            }
        }
        return true;
    }

    private int slot(long number) {
        return (int) (number % slots.length());
    }
}
