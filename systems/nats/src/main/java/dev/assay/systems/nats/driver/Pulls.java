package dev.assay.systems.nats.driver;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What a consumer has asked the server of one partition for and not received yet. The server serves pulls in the order in which they
 * came, each until it is filled or its time is over. What it says then is counted, and where it says nothing, as after it was
 * started again, the pull is forgotten here as well. For use by one thread at a time.
 */
final class Pulls {
    /** For what a server says of a pull whose time is over to get here. */
    private static final long GRACE_NANOS = 2_000_000_000L;

    private final int batch;
    private final int least;
    private final long lifeNanos;
    private final Deque<Pull> open = new ArrayDeque<>();
    private int asked;

    private static final class Pull {
        private final long untilNanos;
        private int left;

        Pull(int left, long untilNanos) {
            this.left = left;
            this.untilNanos = untilNanos;
        }
    }

    /**
     * None yet.
     *
     * @param batch most messages that the consumer has asked for and not processed
     * @param thresholdPercent how much of a batch there has to be room for before more is asked for
     * @param lifeNanos how long a pull stands at the server
     */
    Pulls(int batch, int thresholdPercent, long lifeNanos) {
        this.batch = batch;
        this.least = Math.max(1, (int) ((long) batch * thresholdPercent / 100));
        this.lifeNanos = lifeNanos;
    }

    /**
     * How many messages to ask for now; 0 where so many are on their way that it can wait.
     *
     * @param held messages that have come and not been processed
     */
    int wanted(int held) {
        int room = batch - asked - held;
        return room >= least ? room : 0;
    }

    /** So many were asked for. */
    void ask(int messages, long nanoTime) {
        open.add(new Pull(messages, nanoTime + lifeNanos + GRACE_NANOS));
        asked += messages;
    }

    /** One has come. */
    void received() {
        Pull oldest = open.peek();
        if (oldest != null) {
            oldest.left--;
            asked--;
            if (oldest.left == 0) {
                open.remove();
            }
        }
    }

    /** The server says that the oldest is over. */
    void over() {
        Pull oldest = open.poll();
        if (oldest != null) {
            asked -= oldest.left;
        }
    }

    /** The server has forgotten all of them, as one does that no longer leads. */
    void allOver() {
        open.clear();
        asked = 0;
    }

    /** Forgets those whose time was over long ago. */
    void forget(long nanoTime) {
        for (Pull oldest = open.peek(); oldest != null && nanoTime - oldest.untilNanos > 0; oldest = open.peek()) {
            over();
        }
    }
}
