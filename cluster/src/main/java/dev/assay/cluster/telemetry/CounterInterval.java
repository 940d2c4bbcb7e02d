package dev.assay.cluster.telemetry;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Computes values of an interval from a server's counts since its start. */
public final class CounterInterval {
    private CounterInterval() {}

    public static final class Increase {
        private double last = Double.NaN;

        /** Returns the increase since the previous call; empty at first, and after a decrease, as when a server starts anew. */
        public OptionalDouble next(double counter) {
            double increase = counter - last;
            last = counter;
            return increase >= 0 ? OptionalDouble.of(increase) : OptionalDouble.empty();
        }
    }

    /**
     * @param count at least 1
     * @param mean of those alone
     */
    public record Counted(double count, double mean) {}

    /**
     * Turns a count and the mean of all counted values into the mean of the latest ones: the sums are count times mean, and their
     * difference is divided by the difference of the counts. This needs a mean over the whole life of the server; a decaying mean has no
     * such sums.
     */
    public static final class Mean {
        private double lastCount = Double.NaN;
        private double lastSum = Double.NaN;

        /** Returns the values since the previous call; null at first, when nothing was counted, and when a server has started anew. */
        public @Nullable Counted next(double count, double mean) {
            return nextOfSum(count, count == 0 ? 0 : count * mean);
        }

        public @Nullable Counted nextOfSum(double count, double sum) {
            double newCount = count - lastCount;
            double newSum = sum - lastSum;
            lastCount = count;
            lastSum = sum;
            // Count and mean are read one after the other while requests go on, so a sum may seem to shrink by a hair.
            return newCount > 0 ? new Counted(newCount, Math.max(0, newSum / newCount)) : null;
        }
    }
}
