package dev.assay.driver.metric;

import java.util.OptionalDouble;

/** Turns a counter of a client into how much it has grown. */
public final class CounterDelta {
    private double last = Double.NaN;

    /** Returns the growth since the last call; empty at first, and when the counter has gone back. */
    public OptionalDouble since(double counter) {
        double growth = counter - last;
        last = counter;
        return growth >= 0 && Double.isFinite(growth) ? OptionalDouble.of(growth) : OptionalDouble.empty();
    }
}
