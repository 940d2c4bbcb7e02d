package dev.assay.analysis.steady;

import java.util.Arrays;

public final class Medians {
    private Medians() {}

    /** Returns the median of at least one value, and leaves the array as it is. */
    public static double of(double[] values) {
        return ofScratch(values.clone());
    }

    static double ofScratch(double[] values) {
        Arrays.sort(values);
        return ofSorted(values);
    }

    static double ofSorted(double[] values) {
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}
