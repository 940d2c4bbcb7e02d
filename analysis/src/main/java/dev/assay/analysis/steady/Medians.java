package dev.assay.analysis.steady;

import java.util.Arrays;

/** The median of values. */
public final class Medians {
    private Medians() {}

    /** Of at least one; the array stays as it is. */
    public static double of(double[] values) {
        return ofScratch(values.clone());
    }

    /** The same; the array is sorted afterwards. */
    static double ofScratch(double[] values) {
        Arrays.sort(values);
        return ofSorted(values);
    }

    /** Of values in ascending order. */
    static double ofSorted(double[] values) {
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}
