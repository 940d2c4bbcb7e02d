package dev.assay.systems.nats.driver;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Counts the messages that a consumer has asked the server of one partition for and not received yet. The server serves pulls in the order
 * in which they came, each until it is filled or its time is over. Its reports of pulls that are over are counted; where it does not report
 * one, as after a restart, the pull is forgotten here as well. For use by one thread at a time.
 */
final class Pulls {
    /** The time for the server's report of an expired pull to arrive. */
    private static final long GRACE_NANOS = 2_000_000_000L;

    private final int batch;
    private final int least;
    private final long lifeNanos;
    private final Deque<Pull> open = new ArrayDeque<>();
    private int outstanding;

    private static final class Pull {
        private final long untilNanos;
        private int left;

        Pull(int left, long untilNanos) {
            this.left = left;
            this.untilNanos = untilNanos;
        }
    }

    /**
     * @param batch most messages that the consumer has asked for and not processed
     * @param thresholdPercent percentage of a batch for which there must be room before more is asked for
     * @param lifeNanos how long a pull stands at the server
     */
    Pulls(int batch, int thresholdPercent, long lifeNanos) {
        this.batch = batch;
        this.least = Math.max(1, (int) ((long) batch * thresholdPercent / 100));
        this.lifeNanos = lifeNanos;
    }

    /**
     * Returns how many messages to ask for now; 0 where enough are on their way.
     *
     * @param held messages that have come and not been processed
     */
    int wanted(int held) {
        int room = batch - outstanding - held;
        return room >= least ? room : 0;
    }

    void ask(int messages, long nanoTime) {
        open.add(new Pull(messages, nanoTime + lifeNanos + GRACE_NANOS));
        outstanding += messages;
    }

    void received() {
        Pull oldest = open.peek();
        if (oldest != null) {
            oldest.left--;
            outstanding--;
            if (oldest.left == 0) {
                open.remove();
            }
        }
    }

    /** Removes the oldest pull, which the server has reported to be over. */
    void over() {
        Pull oldest = open.poll();
        if (oldest != null) {
            outstanding -= oldest.left;
        }
    }

    /** Removes all pulls, which a server forgets when it stops leading. */
    void allOver() {
        open.clear();
        outstanding = 0;
    }

    /** Removes pulls whose time was over long ago. */
    void forget(long nanoTime) {
        for (Pull oldest = open.peek(); oldest != null && nanoTime - oldest.untilNanos > 0; oldest = open.peek()) {
            over();
        }
    }
}
