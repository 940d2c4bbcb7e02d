package dev.assay.analysis.steady;

/**
 * How much of a series to leave out so that the mean of the rest has the smallest standard error: MSER-5 (K. P. White, "An
 * effective truncation heuristic for bias reduction in simulation output", Simulation 69, 1997; K. P. White, M. J. Cobb and S.
 * C. Spratt, "A comparison of five steady-state truncation heuristics for simulation", Winter Simulation Conference 2000).
 */
final class Mser {
    /** Values whose means it goes by. */
    static final int BATCH = 5;

    private Mser() {}

    /**
     * How many values to leave out at the begin. Batches are counted from the end; the first takes what is left over.
     *
     * @param keep values that stay; at least one batch
     */
    static int truncation(double[] values, int keep) {
        int batches = values.length / BATCH;
        int over = values.length % BATCH;
        int best = 0;
        double min = Double.POSITIVE_INFINITY;
        double sum = 0;
        double squares = 0;
        for (int batch = batches - 1; batch >= 0; batch--) {
            double mean = mean(values, batch == 0 ? 0 : over + batch * BATCH, over + (batch + 1) * BATCH);
            sum += mean;
            squares += mean * mean;
            int kept = batches - batch;
            double error = (squares - sum * sum / kept) / ((double) kept * kept);
            if (kept * BATCH >= keep && error <= min) {
                min = error;
                best = batch == 0 ? 0 : over + batch * BATCH;
            }
        }
        return best;
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }
}
