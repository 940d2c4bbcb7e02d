package dev.assay.run.coordinator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * @param offsetNanos coordinator's clock − worker's clock
 * @param errorNanos largest error of the offset
 * @param workerNanos time of the estimate on the worker's clock
 */
record ClockOffset(long offsetNanos, long errorNanos, long workerNanos) {
    /** The largest offset of clocks that count from a boot: 73 years. */
    private static final long FARTHEST_NANOS = 1L << 61;

    ClockOffset {
        if (offsetNanos < -FARTHEST_NANOS || offsetNanos > FARTHEST_NANOS) {
            throw new IllegalArgumentException(
                    "a clock can't show " + workerNanos + " ns since its machine was started");
        }
    }

    /**
     * Holds the times of one question and its answer.
     *
     * @param askedNanos coordinator's clock before
     * @param workerNanos worker's clock in between
     * @param answeredNanos coordinator's clock after
     */
    record Exchange(long askedNanos, long workerNanos, long answeredNanos) {
        long roundTripNanos() {
            return answeredNanos - askedNanos;
        }
    }

    /**
     * Estimates the offset from the exchange with the shortest round trip: the worker read its clock somewhere within it, so the middle is
     * wrong by at most half of it. This is Cristian's algorithm (Distributed Computing 3, 1989, p. 146–158).
     */
    static ClockOffset estimate(List<Exchange> exchanges) {
        Exchange best = exchanges.getFirst();
        for (Exchange exchange : exchanges) {
            if (exchange.roundTripNanos() < best.roundTripNanos()) {
                best = exchange;
            }
        }
        long half = (best.roundTripNanos() + 1) / 2;
        return new ClockOffset(
                best.askedNanos() + best.roundTripNanos() / 2 - best.workerNanos(), half, best.workerNanos());
    }

    static final ClockOffset SAME_CLOCK = new ClockOffset(0, 0, 0);

    /**
     * Estimates the offset from {@code exchanges} readings of the other clock.
     *
     * @param ownClock the coordinator's clock, in nanoseconds
     * @param otherClock the worker's, wherever in the call it is read
     */
    static ClockOffset ask(int exchanges, LongSupplier ownClock, LongSupplier otherClock) {
        List<Exchange> answered = new ArrayList<>();
        for (int i = 0; i < exchanges; i++) {
            long askedAt = ownClock.getAsLong();
            long answer = otherClock.getAsLong();
            answered.add(new Exchange(askedAt, answer, ownClock.getAsLong()));
        }
        return estimate(answered);
    }

    /** Returns whether both clocks may be the same, as 0 is within the error of the offset. */
    boolean canBeZero() {
        return Math.abs(offsetNanos) <= errorNanos;
    }
}
