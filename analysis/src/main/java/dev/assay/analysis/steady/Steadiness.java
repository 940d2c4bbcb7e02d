package dev.assay.analysis.steady;

import dev.assay.model.result.SteadyRecord.SeriesRecord;
import dev.assay.model.result.SteadyRecord.State;
import java.util.Arrays;

/**
 * Decides whether a series is steady, from how much it may still change. It is an equivalence test (D. J. Schuirmann, "A
 * comparison of the two one-sided tests procedure and the power approach", Journal of Pharmacokinetics and Biopharmaceutics 15,
 * 1987): noise makes the interval wide, and a wide interval shows nothing, neither that the series is steady nor that it changes.
 *
 * <p>From the logarithms of the last 20, 30, 45, 60 and 90 values, {@link Slope} estimates how fast they change, and this is
 * extrapolated. A series is steady if for one of these windows the whole interval is within the tolerance, and the medians of the
 * window's halves are too. It is changing if by the last 45 values the slope leads beyond the tolerance, and the whole interval
 * beyond half of it.
 *
 * @param state the decision
 * @param since how many values came before the window that decided; where none did, before the most informative one
 * @param level median of that window
 * @param low the lower end of the interval of the change to come, as a fraction of the level: −0.2 for a fall by a fifth
 * @param high its upper end; both are 0 where there are too few values
 */
public record Steadiness(State state, int since, double level, double low, double high) {
    private static final int[] WINDOWS = {90, 60, 45, 30, SeriesRecord.MIN_FIGURES};

    /** Bounds the window that decides whether a series changes: a longer one also averages over the earlier part of a decay. */
    private static final int OF_CHANGING = 45;

    /**
     * Tests positive values in the order of time, at equal distances.
     *
     * @param tolerance how far a value may move and count as unchanged
     * @param ahead the number of values to extrapolate
     */
    public static Steadiness of(double[] values, Tolerance tolerance, double ahead) {
        Steadiness best = null;
        boolean decided = false;
        for (int window : WINDOWS) {
            if (window <= values.length) {
                boolean saysChanging = window <= OF_CHANGING && !decided;
                decided |= saysChanging;
                Steadiness seen = in(values, window, saysChanging, tolerance, ahead);
                if (seen.state == State.STEADY) {
                    return seen;
                }
                if (best == null || seen.tellsMoreThan(best)) {
                    best = seen;
                }
            }
        }
        return best == null
                ? new Steadiness(State.NOT_KNOWN, 0, values.length == 0 ? 0 : Medians.of(values), 0, 0)
                : best;
    }

    private static Steadiness in(double[] values, int window, boolean saysChanging, Tolerance tolerance, double ahead) {
        int from = values.length - window;
        double[] seen = Arrays.copyOfRange(values, from, values.length);
        double level = Medians.of(seen);
        double tolerated = tolerance.logarithm(level);
        double[] logarithms = Arrays.stream(seen).map(Math::log).toArray();
        int half = window / 2;
        double halves = Medians.of(Arrays.copyOfRange(logarithms, window - half, window))
                - Medians.of(Arrays.copyOf(logarithms, half));
        Slope slope = Slope.of(logarithms);
        double low = slope.low() * ahead;
        double high = slope.high() * ahead;
        State state = State.NOT_KNOWN;
        if (-low <= tolerated && high <= tolerated && Math.abs(halves) <= tolerated) {
            state = State.STEADY;
        } else if (saysChanging
                && Math.abs(slope.median() * ahead) > tolerated
                && Math.max(low, -high) > tolerated / 2) {
            state = State.CHANGING;
        }
        return new Steadiness(state, from, level, Math.expm1(low), Math.expm1(high));
    }

    private boolean tellsMoreThan(Steadiness other) {
        return state == other.state ? high - low < other.high - other.low : state == State.CHANGING;
    }
}
