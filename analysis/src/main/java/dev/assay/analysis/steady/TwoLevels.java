package dev.assay.analysis.steady;

import dev.assay.model.result.SteadyRecord.State;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of values at another level than the rest, as when a server stands still for most of some time and then comes back: no
 * trend finds that, and no median tells of it. The stretch is the one whose ranks differ most from those of the rest (circular binary
 * segmentation: A. B. Olshen and others, "Circular binary segmentation for the analysis of array-based DNA copy number data",
 * Biostatistics 5, 2004); it counts where the medians differ by more than is tolerated, and by more than noise makes the most
 * different of all stretches differ. TwoLevelsTest has the rate at which noise alone passes for one.
 *
 * @param from how many values lie before it
 * @param to where it ends; exclusive
 * @param inside the median of the values in it
 * @param outside the median of the others
 */
public record TwoLevels(int from, int to, double inside, double outside) {
    /** A shorter stretch is a stall, and stands in the tail. */
    private static final int MIN_LENGTH = 5;

    /** Of the standard error: the most different of all stretches is about so different by chance, once in a hundred series. */
    private static final double Z = 4.2;

    /** By the normal law: standard deviation of a median over that of a mean, and of values over their median deviation. */
    private static final double OF_MEDIAN = Math.sqrt(Math.PI / 2);

    private static final double OF_DEVIATION = 1.4826;

    /** Values are counted with three digits. */
    private static final double LEAST_SCATTER = 1e-3;

    /** Of positive values in the order of time; null where they are at one level, or that can't be told. */
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
     * Whether the median of values is that of what came before them, or another, or noise hides which.
     *
     * @param before the median of what came before
     * @param n of how many values, as noisy as these
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
     * How far two medians lie apart, as a logarithm.
     *
     * @param by the distance
     * @param error its standard error
     * @param residuals what the medians leave
     */
    private record Apart(double by, double error, Residuals residuals) {
        static Apart of(double one, int n, double other, int m, double[] left) {
            Residuals residuals = Residuals.of(left);
            double scatter =
                    OF_DEVIATION * Medians.of(Arrays.stream(left).map(Math::abs).toArray()) + LEAST_SCATTER;
            double error = scatter * OF_MEDIAN * Math.sqrt(residuals.inflation() * (1.0 / n + 1.0 / m));
            return new Apart(Math.abs(Math.log(one / other)), error, residuals);
        }

        /** What it is at least, at so many standard errors of the normal law. */
        double least(double z) {
            return by - residuals.quantile(z) * error;
        }
    }
}
