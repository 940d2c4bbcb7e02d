package dev.assay.analysis.steady;

import dev.assay.model.result.SteadyRecord.State;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Holds a stretch of values at another level than the rest, as when a server stands still for most of some time and then recovers:
 * neither a trend nor a median shows that. The stretch is the one whose ranks differ most from those of the rest (circular binary
 * segmentation: A. B. Olshen and others, "Circular binary segmentation for the analysis of array-based DNA copy number data",
 * Biostatistics 5, 2004); it counts where the medians differ by more than the tolerance, and by more than noise makes the most
 * different of all stretches differ. TwoLevelsTest has the rate at which noise alone passes for one.
 *
 * @param from how many values lie before it
 * @param to its end, exclusive
 * @param inside the median of the values in it
 * @param outside the median of the others
 */
public record TwoLevels(int from, int to, double inside, double outside) {
    /** A shorter stretch is a stall, and is part of the tail. */
    private static final int MIN_LENGTH = 5;

    /** Multiplies the standard error: the most different of all stretches differs by so much by chance about once in a hundred series. */
    private static final double Z = 4.2;

    /**
     * Gives, for the normal law, the standard deviation of a median divided by that of a mean, and of values divided by their median
     * deviation.
     */
    private static final double OF_MEDIAN = Math.sqrt(Math.PI / 2);

    private static final double OF_DEVIATION = 1.4826;

    /** Accounts for values that are counted with three digits. */
    private static final double LEAST_SCATTER = 1e-3;

    /** Searches positive values in the order of time; null where they are at one level, or this is not known. */
    public static @Nullable TwoLevels of(double[] values, Tolerance tolerance) {
        int n = values.length;
        if (n < 2 * MIN_LENGTH) {
            return null;
        }
        double[] ranks = Residuals.ranks(values);
        double[] sums = new double[n + 1];
        for (int i = 0; i < n; i++) {
            sums[i + 1] = sums[i] + ranks[i];
        }
        double max = 0;
        int from = 0;
        int to = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + MIN_LENGTH; j <= n && n - (j - i) >= MIN_LENGTH; j++) {
                double length = j - i;
                double sum = sums[j] - sums[i];
                double square = sum * sum / (length * (n - length));
                if (square > max) {
                    max = square;
                    from = i;
                    to = j;
                }
            }
        }
        if (to == 0) {
            return null;
        }
        return of(values, from, to, tolerance);
    }

    private static @Nullable TwoLevels of(double[] values, int from, int to, Tolerance tolerance) {
        int n = values.length;
        double[] in = Arrays.copyOfRange(values, from, to);
        double[] out = Arrays.copyOf(values, n - in.length);
        System.arraycopy(values, to, out, from, n - to);
        TwoLevels seen = new TwoLevels(from, to, Medians.of(in), Medians.of(out));
        double[] left = new double[n];
        for (int i = 0; i < n; i++) {
            left[i] = Math.log(values[i] / (i >= from && i < to ? seen.inside : seen.outside));
        }
        Apart apart = Apart.of(seen.inside, in.length, seen.outside, out.length, left);
        boolean matters = apart.by > tolerance.logarithm(Math.min(seen.inside, seen.outside));
        return matters && apart.least(Z) > 0 ? seen : null;
    }

    /**
     * Decides whether the median of values equals that of earlier values, differs from it, or whether noise hides this.
     *
     * @param before the median of the earlier values
     * @param n the number of earlier values, which are as noisy as these
     */
    public static State since(double before, int n, double[] values, Tolerance tolerance) {
        double now = Medians.of(values);
        double[] left =
                Arrays.stream(values).map(value -> Math.log(value / now)).toArray();
        Apart apart = Apart.of(before, n, now, values.length, left);
        double lower = Math.min(before, now);
        if (apart.by <= tolerance.logarithm(lower)) {
            return State.STEADY;
        }
        boolean sure = apart.least(Slope.Z) > tolerance.times(0.5).logarithm(lower);
        return sure ? State.CHANGING : State.NOT_KNOWN;
    }

    /**
     * Holds the distance of two medians, as a logarithm.
     *
     * @param by the distance
     * @param error its standard error
     * @param residuals of the values around the medians
     */
    private record Apart(double by, double error, Residuals residuals) {
        static Apart of(double one, int n, double other, int m, double[] left) {
            Residuals residuals = Residuals.of(left);
            double scatter =
                    OF_DEVIATION * Medians.of(Arrays.stream(left).map(Math::abs).toArray()) + LEAST_SCATTER;
            double error = scatter * OF_MEDIAN * Math.sqrt(residuals.inflation() * (1.0 / n + 1.0 / m));
            return new Apart(Math.abs(Math.log(one / other)), error, residuals);
        }

        double least(double z) {
            return by - residuals.quantile(z) * error;
        }
    }
}
