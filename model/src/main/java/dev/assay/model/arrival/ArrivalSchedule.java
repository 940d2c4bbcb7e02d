package dev.assay.model.arrival;

/**
 * Computes when each message of one producer is due: a pure function of the seed, the producer and the message's number at that
 * producer. Nothing that happens during the load moves an instant.
 *
 * <p>A producer has points on the axis of counted messages, and the load's curve says when the count reaches them. With
 * constant arrivals the producers take the whole numbers in turns. With Poisson arrivals each has a process of its own, of
 * rate 1 / producers; by the superposition theorem (Kingman, Poisson Processes, 1993, section 2.2) all of them together are
 * one of unit rate, and by the mapping theorem (section 2.3) the curve's inverse makes that one of the curve's rate.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class ArrivalSchedule {
    /** Poisson arrivals may exceed the expected number, but not this many times over and by {@link #MORE_MESSAGES} beside. */
    private static final int TIMES_EXPECTED = 2;

    private static final long MORE_MESSAGES = 1_000_000;

    private final Arrivals law;
    private final long producerSeed;
    private final int producers;
    private LoadCurve curve;
    private long drawn;
    private double point;
    private int piece;
    private long dueNanos;

    /**
     * Creates the schedule of one producer, positioned at its first message.
     *
     * @param seed the same seed gives the same instants
     * @param producer 0-based number of the producer
     */
    public ArrivalSchedule(LoadCurve curve, Arrivals law, long seed, int producer, int producers) {
        if (producer < 0 || producer >= producers) {
            throw new IllegalArgumentException(
                    "producer must be between 0 and " + (producers - 1) + ", but is " + producer);
        }
        this.curve = curve;
        this.law = law;
        this.producers = producers;
        this.producerSeed = SplitMix.mix(seed + SplitMix.mix(producer + 1L));
        this.point = law == Arrivals.CONSTANT ? producer : gap();
        locate(0);
    }

    /** Returns an upper bound of the messages that one of {@code producers} can have under the load. */
    public static long maxMessages(LoadCurve curve, int producers) {
        return (long) (TIMES_EXPECTED * curve.total() / producers) + MORE_MESSAGES;
    }

    private double gap() {
        return law == Arrivals.CONSTANT ? producers : -Math.log(SplitMix.uniform(producerSeed, drawn++)) * producers;
    }

    private void locate(int from) {
        piece = curve.pieceOf(point, from);
        dueNanos = curve.dueNanos(point, piece);
    }

    /** Returns when the current message is due, in nanoseconds from the start of the load; {@link LoadCurve#NEVER} after the last. */
    public long dueNanos() {
        return dueNanos;
    }

    /** Moves on to the next message, which is due no earlier than the current one. */
    public void advance() {
        point += gap();
        locate(piece);
    }

    /** Puts another curve in force, which must agree with the former one on all messages already passed. */
    public void follow(LoadCurve changed) {
        if (changed != curve) {
            curve = changed;
            locate(0);
        }
    }

    /**
     * Skips the messages that are due before {@code nanos} from the start of the load.
     *
     * @return how many were skipped; the current message is not due before {@code nanos}
     */
    public long skipBefore(long nanos) {
        long skipped = 0;
        if (law == Arrivals.CONSTANT && dueNanos < nanos) {
            // Steps over all at once: a worker counts the messages due each second, and far more may be offered than
            // can be sent.
            skipped = Math.max(0, (long) ((curve.countAt(nanos) - point) / producers) - 2);
            point += (double) skipped * producers;
            locate(piece);
        }
        while (dueNanos < nanos) {
            advance();
            skipped++;
        }
        return skipped;
    }
}
