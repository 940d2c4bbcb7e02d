package dev.assay.driver;

import dev.assay.model.spec.InFlight;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Limits a producer's messages in flight alike on all systems: {@link #send} waits while so many have no outcome. In the
 * steady state a message allocates nothing, and costs one atomic addition, on the thread that reports its outcome.
 */
public final class BoundedProducer implements DriverProducer {
    /** With an array's header of 16 bytes, 64 bytes or more lie on both sides of this element. */
    private static final int MIDDLE = 7;

    private static final int CELLS = 2 * MIDDLE + 2;
    private static final int ROOM = MIDDLE;
    private static final int GRANTED = MIDDLE + 1;

    private final DriverProducer client;
    private final int limit;
    private final LocalClock clock;

    /** Counts messages with an outcome; on a cache line of its own, as other threads than the sender write it. */
    private final AtomicLongArray finished = new AtomicLongArray(CELLS);

    /** Belongs to the sender's thread: how many messages may be sent before it looks again at those finished, and how many ever may. */
    private final long[] sending = new long[CELLS];

    private volatile @Nullable Thread waiting;
    private volatile boolean closed;
    private @Nullable Releasing releasing;

    private BoundedProducer(DriverProducer client, int limit, LocalClock clock) {
        this.clock = clock;
        this.client = client;
        this.limit = limit;
    }

    /** Returns the client's producer with that limit; the producer itself where the limit is left to the client. */
    public static DriverProducer of(DriverProducer client, InFlight inFlight, LocalClock clock) {
        return inFlight.isLimited() ? new BoundedProducer(client, inFlight.messages(), clock) : client;
    }

    private final class Releasing implements PendingSend.Listener {
        private final PendingSend.Listener listener;

        Releasing(PendingSend.Listener listener) {
            this.listener = listener;
        }

        @Override
        public void onAcked(PendingSend pendingSend) {
            try {
                listener.onAcked(pendingSend);
            } finally {
                release();
            }
        }

        @Override
        public void onFailed(PendingSend pendingSend, Throwable cause) {
            try {
                listener.onFailed(pendingSend, cause);
            } finally {
                release();
            }
        }

        /** Makes no room, as the message had its outcome before. */
        @Override
        public void onViolation(PendingSend pendingSend) {
            listener.onViolation(pendingSend);
        }
    }

    @Override
    public PendingSend newPendingSend(PendingSend.Listener listener) {
        Releasing known = releasing;
        if (known == null || known.listener != listener) {
            known = new Releasing(listener);
            releasing = known;
        }
        return client.newPendingSend(known);
    }

    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        if (sending[ROOM] == 0) {
            awaitRoom();
        }
        sending[ROOM]--;
        client.send(payload, key, pendingSend);
    }

    /** Waits for room; a closed producer lets messages through, which its client then fails. */
    private void awaitRoom() {
        long room = room();
        if (room == 0) {
            waiting = Thread.currentThread();
            // A thread that makes room from here on sees the waiting one.
            for (room = room(); room == 0 && !closed; room = room()) {
                clock.park();
            }
            waiting = null;
        }
        long granted = Math.max(1, room);
        sending[ROOM] = granted;
        sending[GRANTED] += granted;
    }

    private long room() {
        return Math.max(0, limit - (sending[GRANTED] - finished.get(MIDDLE)));
    }

    private void release() {
        finished.getAndIncrement(MIDDLE);
        wake();
    }

    private void wake() {
        Thread sender = waiting;
        if (sender != null) {
            clock.unpark(sender);
        }
    }

    @Override
    public void flush() {
        client.flush();
    }

    /** Closes the client's producer and wakes a waiting sender: messages without an outcome by then may never get one. */
    @Override
    public void close() throws DriverException {
        try {
            client.close();
        } finally {
            closed = true;
            wake();
        }
    }
}
