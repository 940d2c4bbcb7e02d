package dev.assay.analysis.evidence;

/** Figures of spans of time, each weighted by its length; the mean is updated as in D. H. D. West, CACM 22(9), 1979. */
final class WeightedFigures {
    private double mean;
    private double weights;
    private double sum;
    private double largest = Double.NEGATIVE_INFINITY;
    private long count;

    /**
     * Takes one more.
     *
     * @param seconds what it is of
     */
    void add(double figure, double seconds) {
        weights += seconds;
        if (weights > 0) {
            mean += (figure - mean) * seconds / weights;
        }
        sum += figure;
        largest = Math.max(largest, figure);
        count++;
    }

    /** The mean over the time that they are of; 0 for none. */
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
