package dev.assay.analysis.statistics;

/** Averages values of spans of time, each weighted by its length; the mean is updated as in D. H. D. West, CACM 22(9), 1979. */
final class WeightedStatistics {
    private double mean;
    private double weights;
    private double sum;
    private double largest = Double.NEGATIVE_INFINITY;
    private long count;

    /**
     * Adds a value.
     *
     * @param seconds the length of its span
     */
    void add(double value, double seconds) {
        weights += seconds;
        if (weights > 0) {
            mean += (value - mean) * seconds / weights;
        }
        sum += value;
        largest = Math.max(largest, value);
        count++;
    }

    /** Returns the mean over time; 0 for none. */
    double mean() {
        return mean;
    }

    double sum() {
        return sum;
    }

    double largest() {
        return largest;
    }

    long count() {
        return count;
    }
}
