package dev.assay.systems.nats.driver;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Counts the messages that a consumer has asked the server of one partition for and not received yet. The server serves pulls in the order
 * in which they came, each until it is filled or its time is over. Its reports of pulls that are over are counted; where it does not report
 * one, as after a restart, the pull is forgotten here as well. Reports take another way through the client than messages, and so may
 * come when later messages have been counted. For use by one thread at a time.
 */
final class Pulls {
    /** The time for the server's report of an expired pull to arrive. */
    private static final long GRACE_NANOS = 2_000_000_000L;

    /** The time by which a report may come early, as the server's clock counts; in a long life it is a hundredth of that. */
    private static final long EARLY_NANOS = 100_000_000L;

    /** The refusals in a row after which the server is taken to have more pulls of this consumer than are counted here. */
    private static final int MANY_REFUSALS = 8;

    /** Then none is left there once nothing has come for this time. */
    private static final long STILL_NANOS = 1_000_000_000L;

    private final int batch;
    private final int least;
    private final long lifeNanos;
    private final Deque<Pull> open = new ArrayDeque<>();
    private int outstanding;
    private long received;

    /** How many looks in a row have found a refusal, though no pull was counted that could stand at the server. */
    private int refusals;

    /** Whether a pull was refused since the last look. */
    private boolean refused;

    private boolean settling;
    private long settlingSinceNanos;

    /** When it was last looked whether messages still come, and how many had come by then. */
    private long lookedNanos;

    private long receivedThen;

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
     * Returns how many messages to ask for now; 0 where enough are on their way, or the server keeps no more pulls.
     *
     * @param held messages that have come and not been processed
     */
    int wanted(int held) {
        int room = batch - outstanding - held;
        return room >= least && !refused && !settling ? room : 0;
    }

    /** @param nanoTime before the pull was sent */
    void ask(int messages, long nanoTime) {
        open.add(new Pull(messages, nanoTime + lifeNanos + GRACE_NANOS));
        outstanding += messages;
    }

    void received() {
        received++;
        Pull oldest = open.peek();
        if (oldest != null) {
            oldest.left--;
            outstanding--;
            if (oldest.left == 0) {
                open.remove();
            }
        }
    }

    /**
     * Removes the oldest pull, as the server has reported that the time of one is over. Where that of the oldest is not, the report is of a
     * pull that later messages have filled here.
     */
    void over(long nanoTime) {
        Pull oldest = open.peek();
        if (oldest != null && nanoTime - oldest.untilNanos + GRACE_NANOS >= -Math.max(EARLY_NANOS, lifeNanos / 100)) {
            remove(oldest);
        }
    }

    private void remove(Pull oldest) {
        open.remove();
        outstanding -= oldest.left;
    }

    /** Removes all pulls, which a server forgets when it stops leading. */
    void allOver() {
        open.clear();
        outstanding = 0;
    }

    /** Removes the newest pull, which the server has refused as it keeps no more; none is asked for until the next look. */
    void refused() {
        Pull newest = open.pollLast();
        if (newest != null) {
            outstanding -= newest.left;
        }
        refused = true;
    }

    /**
     * Removes pulls whose time was over long ago, and allows for asking again after a refusal. After many, nothing is asked for until none
     * can be left at the server: each message would else be answered by a pull there, and each pull by a refusal, without end.
     */
    void look(long nanoTime) {
        for (Pull oldest = open.peek(); oldest != null && nanoTime - oldest.untilNanos > 0; oldest = open.peek()) {
            remove(oldest);
        }
        refusals = refused && open.isEmpty() ? refusals + 1 : 0;
        refused = false;
        if (refusals == MANY_REFUSALS && !settling) {
            settling = true;
            settlingSinceNanos = nanoTime;
            lookedNanos = nanoTime;
            receivedThen = received;
        }
        if (settling && nanoTime - lookedNanos >= STILL_NANOS) {
            if (received == receivedThen || nanoTime - settlingSinceNanos > lifeNanos + GRACE_NANOS) {
                settling = false;
                allOver();
            }
            lookedNanos = nanoTime;
            receivedThen = received;
        }
    }
}
