package dev.assay.analysis.steady;

import dev.assay.model.result.SteadyRecord.State;
import java.util.Arrays;

/**
 * Holds how far values at equal distances in a phase moved from its beginning to its end: between the medians of its first and its
 * last third, with the interval that {@link Slope} gives over the same distance. Noise widens the interval, and does not hide a
 * drift: it is then not known.
 *
 * @param first median of the first third
 * @param last median of the last third
 * @param low the lower end of the 90 % interval of the change, in the values' unit
 * @param high its upper end
 * @param n number of values
 */
public record Drift(double first, double last, double low, double high, long n) {
    public static final Drift NONE = new Drift(0, 0, 0, 0, 0);

    /** Fewer values can't be distinguished from noise. */
    public static final int MIN_FIGURES = 20;

    private static final double OF_THIRDS = 2.0 / 3;

    /** Computes the drift of positive values in the order of time, such as latencies, which change by factors. */
    public static Drift ofFactors(MannKendall.Series series) {
        double[] logarithms = Arrays.stream(series.kept())
                .map(value -> Math.log(Math.max(1, value)))
                .toArray();
        Drift plain = of(series);
        if (series.count() < MIN_FIGURES) {
            return plain;
        }
        Slope slope = Slope.of(logarithms);
        double steps = logarithms.length * OF_THIRDS;
        return new Drift(
                plain.first,
                plain.last,
                plain.first * Math.expm1(slope.low() * steps),
                plain.first * Math.expm1(slope.high() * steps),
                plain.n);
    }

    /** Computes the drift of values in the order of time, such as rates. */
    public static Drift of(MannKendall.Series series) {
        double[] kept = series.kept();
        if (kept.length == 0) {
            return NONE;
        }
        int third = Math.max(1, kept.length / 3);
        double first = Medians.of(Arrays.copyOf(kept, third));
        double last = Medians.of(Arrays.copyOfRange(kept, kept.length - third, kept.length));
        if (series.count() < MIN_FIGURES) {
            return new Drift(first, last, 0, 0, series.count());
        }
        Slope slope = Slope.of(kept);
        double steps = kept.length * OF_THIRDS;
        return new Drift(first, last, slope.low() * steps, slope.high() * steps, series.count());
    }

    public double change() {
        return last - first;
    }

    public double lower() {
        return Math.min(first, last);
    }

    public boolean moved(Tolerance tolerance) {
        return beyond(change(), tolerance);
    }

    /** Decides whether values moved by more than the tolerance, by less, or whether this is not known. */
    public State state(Tolerance tolerance) {
        if (n < MIN_FIGURES) {
            return State.NOT_KNOWN;
        }
        // Medians beyond the tolerance and an interval beyond half of it: noise causes both in fewer than 5 of 100
        // phases.
        Tolerance half = tolerance.times(0.5);
        boolean sure = (low > 0 && beyond(low, half)) || (high < 0 && beyond(high, half));
        boolean apart = moved(tolerance);
        if (sure && apart) {
            return State.CHANGING;
        }
        return apart || beyond(low, tolerance) || beyond(high, tolerance) ? State.NOT_KNOWN : State.STEADY;
    }

    /** Relates a change to the lower level, so that a fall counts as much as the rise that would undo it. */
    private boolean beyond(double change, Tolerance tolerance) {
        return tolerance.exceededBy(change, Math.min(first, first + change));
    }
}
