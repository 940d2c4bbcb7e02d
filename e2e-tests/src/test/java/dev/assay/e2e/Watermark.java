package dev.assay.e2e;

import java.util.Arrays;
import java.util.List;

/**
 * Holds observations of the high watermark of a partition that gets all messages of one producer at a constant rate. The offset is then the
 * message's number, which tells when the message was due.
 *
 * @param looks in order
 * @param perSecond the rate at which messages were due
 */
record Watermark(List<Look> looks, double perSecond) {
    private static final double NANOS = 1e9;

    Watermark {
        looks = List.copyOf(looks);
    }

    /**
     * Holds one observation.
     *
     * @param askedNanos before the question went out
     * @param answeredNanos after the answer came in
     * @param committed the number of messages that were committed at some time between the two
     */
    record Look(long askedNanos, long answeredNanos, long committed) {}

    /** Holds the time for which the leader was frozen at least; nothing was committed in it. */
    record Frozen(long fromNanos, long toNanos) {
        double seconds() {
            return (toNanos - fromNanos) / NANOS;
        }
    }

    /** Holds the limits of a wait in seconds, which are closer the more often the watermark was observed. */
    record Wait(double min, double max) {}

    /**
     * Returns the wait, from the due time to the commit, of the message that waited longest but for {@code rank}.
     *
     * @param first the number of the first message that counts
     */
    Wait longestBut(int rank, long first, Frozen frozen) {
        double start = firstDueNanos(frozen.fromNanos());
        double[] min = new double[counted(first)];
        double[] max = new double[min.length];
        int filled = 0;
        for (int i = 1; i < looks.size(); i++) {
            Look before = looks.get(i - 1);
            Look after = looks.get(i);
            for (long number = Math.max(first, before.committed()); number < after.committed(); number++) {
                double due = start + number / perSecond * NANOS;
                min[filled] = Math.max(before.askedNanos(), earliest(due, frozen)) - due;
                max[filled++] = after.answeredNanos() - due;
            }
        }
        Arrays.sort(min);
        Arrays.sort(max);
        int place = max.length - 1 - rank;
        return new Wait(min[place] / NANOS, max[place] / NANOS);
    }

    private int counted(long first) {
        return Math.toIntExact(
                looks.getLast().committed() - Math.max(first, looks.getFirst().committed()));
    }

    /** Returns the earliest time at which a message with that due time can be committed. */
    private static long earliest(double dueNanos, Frozen frozen) {
        return dueNanos >= frozen.fromNanos() && dueNanos < frozen.toNanos() ? frozen.toNanos() : (long) dueNanos;
    }

    /**
     * Returns the due time of message 0. No message is committed before it is due, so the observation that gives the
     * earliest time is right.
     */
    private double firstDueNanos(long calmUntilNanos) {
        return looks.stream()
                .filter(look -> look.answeredNanos() < calmUntilNanos)
                .mapToDouble(look -> look.answeredNanos() - look.committed() / perSecond * NANOS)
                .min()
                .orElseThrow();
    }
}
