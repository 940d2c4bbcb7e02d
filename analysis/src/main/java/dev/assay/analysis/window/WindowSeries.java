package dev.assay.analysis.window;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Holds one statistic over the windows of a phase, in their order.
 *
 * @param name such as {@code service.p99@10s}
 * @param windows those that have samples
 * @param empty windows without a sample, which have no value
 * @param leftOut samples from after the last whole window
 */
public record WindowSeries(String name, List<Window> windows, int empty, long leftOut) {
    /** A window is a spike above this multiple of the median window. */
    private static final double SPIKE = 3;

    /** Below this number of windows neither their tails nor a fraction of them can be determined. */
    static final int MIN_WINDOWS = 10;

    /**
     * @param fromSeconds counted from the start of the load
     * @param nanos the statistic
     * @param n samples
     */
    public record Window(double fromSeconds, double nanos, long n) {}

    public WindowSeries {
        windows = List.copyOf(windows);
        if (empty < 0 || leftOut < 0) {
            throw new IllegalArgumentException(
                    name + " can't have " + empty + " empty windows and " + leftOut + " samples left out");
        }
    }

    /** Returns the fraction of the windows that are above three times the median window; empty below {@value #MIN_WINDOWS} windows. */
    public OptionalDouble spikes() {
        if (windows.size() < MIN_WINDOWS) {
            return OptionalDouble.empty();
        }
        double limit = SPIKE * quantile(0.5);
        return OptionalDouble.of(
                windows.stream().filter(window -> window.nanos() > limit).count() / (double) windows.size());
    }

    /**
     * Returns the 90th percentile of the windows divided by their 10th; empty below {@value #MIN_WINDOWS} windows, or where the 10th
     * is 0.
     */
    public OptionalDouble spread() {
        if (windows.size() < MIN_WINDOWS || quantile(0.1) == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(quantile(0.9) / quantile(0.1));
    }

    /**
     * Returns a quantile of the windows' values, each of which counts once, interpolated by definition 7 of R. J. Hyndman and Y. Fan,
     * Sample Quantiles in Statistical Packages, The American Statistician 50(4), 1996.
     */
    private double quantile(double fraction) {
        double[] sorted = windows.stream().mapToDouble(Window::nanos).sorted().toArray();
        double place = fraction * (sorted.length - 1);
        int below = (int) Math.floor(place);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
