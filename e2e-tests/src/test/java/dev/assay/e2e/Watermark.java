package dev.assay.e2e;

import java.util.Arrays;
import java.util.List;

/**
 * What was seen of the high watermark of a partition that takes all messages of one producer at a constant rate. The offset
 * is the message's number then, so that it says when the message was due.
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
     * One look.
     *
     * @param askedNanos before the question went out
     * @param answeredNanos after the answer came in
     * @param committed the number of messages that were committed at some time between the two
     */
    record Look(long askedNanos, long answeredNanos, long committed) {}

    /** While the leader was frozen, nothing was committed; it was for longer rather than shorter. */
    record Frozen(long fromNanos, long toNanos) {
        double seconds() {
            return (toNanos - fromNanos) / NANOS;
        }
    }

    /** Between these two lies a wait, in seconds: it is as well known as was looked often. */
    record Wait(double min, double max) {}

    /**
     * The wait, from when it was due until it was committed, of the message that waited longest but for {@code rank}.
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

    /** When a message that is due then can be committed. */
    private static long earliest(double dueNanos, Frozen frozen) {
        return dueNanos >= frozen.fromNanos() && dueNanos < frozen.toNanos() ? frozen.toNanos() : (long) dueNanos;
    }

    /** No message is committed before it is due, so the look that says the earliest is the one that is right. */
    private double firstDueNanos(long calmUntilNanos) {
        return looks.stream()
                .filter(look -> look.answeredNanos() < calmUntilNanos)
                .mapToDouble(look -> look.answeredNanos() - look.committed() / perSecond * NANOS)
                .min()
                .orElseThrow();
    }
}
