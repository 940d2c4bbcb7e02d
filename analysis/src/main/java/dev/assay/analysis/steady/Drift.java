package dev.assay.analysis.steady;

import dev.assay.model.result.SteadyRecord.State;
import java.util.Arrays;

/**
 * How far statistics of a phase at equal distances moved from its begin to its end: between the medians of its first and its last third,
 * and the interval that {@link Slope} gives for as long a way. Noise widens it, so that noise hides no drift: it is then not known.
 *
 * @param first median of the first third
 * @param last median of the last third
 * @param low the lower end of the 90 % interval of the change, in the values' unit
 * @param high its upper end
 * @param n that it is of
 */
public record Drift(double first, double last, double low, double high, long n) {
    /** Of a phase in which nothing was seen. */
    public static final Drift NONE = new Drift(0, 0, 0, 0, 0);

    /** Fewer values can't be told from noise. */
    public static final int MIN_FIGURES = 20;

    private static final double OF_THIRDS = 2.0 / 3;

    /** The drift of values above 0 in the order of time, such as latencies, which change by factors. */
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

    /** The drift of values in the order of time, such as rates. */
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

    /** By how much the last third lies above the first. */
    public double change() {
        return last - first;
    }

    /** The lower of the two levels. */
    public double lower() {
        return Math.min(first, last);
    }

    /** Whether the medians of first and last third are further apart than is tolerated. */
    public boolean moved(Tolerance tolerance) {
        return beyond(change(), tolerance);
    }

    /** Whether values moved by more than is tolerated, by less, or it can't be told. */
    public State state(Tolerance tolerance) {
        if (n < MIN_FIGURES) {
            return State.NOT_KNOWN;
        }
        // Beyond by the medians, and for sure by half: noise alone passes for that in fewer than 5 of 100 phases.
        Tolerance half = tolerance.times(0.5);
        boolean sure = (low > 0 && beyond(low, half)) || (high < 0 && beyond(high, half));
        boolean apart = moved(tolerance);
        if (sure && apart) {
            return State.CHANGING;
        }
        return apart || beyond(low, tolerance) || beyond(high, tolerance) ? State.NOT_KNOWN : State.STEADY;
    }

    /** A fall counts as much as the rise that would undo it. */
    private boolean beyond(double change, Tolerance tolerance) {
        return tolerance.exceededBy(change, Math.min(first, first + change));
    }
}
