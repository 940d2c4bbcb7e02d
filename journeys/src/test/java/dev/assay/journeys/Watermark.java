package dev.assay.journeys;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

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

    /** Between these two lies a wait, in seconds: it is as well known as was looked often. */
    record Wait(double least, double most) {}

    /**
     * The wait, from when it was due until it was committed, of the message that waited longest but for {@code rank}.
     *
     * @param first the number of the first message that counts
     * @param calmNanos until when messages went through without delay: they tell when the others were due
     */
    Wait longestBut(int rank, long first, long calmNanos) {
        double start = firstDueNanos(calmNanos);
        double[] least = waits(first, start, (before, after) -> before.askedNanos());
        double[] most = waits(first, start, (before, after) -> after.answeredNanos());
        return new Wait(least[least.length - 1 - rank], most[most.length - 1 - rank]);
    }

    /** Each message was committed between two looks; in seconds, ascending. */
    private double[] waits(long first, double start, ToDoubleBiFunction<Look, Look> committedNanos) {
        double[] waits = IntStream.range(1, looks.size())
                .boxed()
                .flatMapToDouble(i -> {
                    Look before = looks.get(i - 1);
                    Look after = looks.get(i);
                    double seconds = (committedNanos.applyAsDouble(before, after) - start) / NANOS;
                    return waits(Math.max(first, before.committed()), after.committed(), seconds);
                })
                .toArray();
        Arrays.sort(waits);
        return waits;
    }

    private DoubleStream waits(long from, long to, double committedSeconds) {
        return LongStream.range(from, to).mapToDouble(number -> committedSeconds - number / perSecond);
    }

    /** No message is committed before it is due, so the look that says the earliest is the one that is right. */
    private double firstDueNanos(long calmNanos) {
        return looks.stream()
                .filter(look -> look.answeredNanos() < calmNanos)
                .mapToDouble(look -> look.answeredNanos() - look.committed() / perSecond * NANOS)
                .min()
                .orElseThrow();
    }
}
