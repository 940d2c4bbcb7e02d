package dev.assay.analysis.steady;

import java.util.Arrays;

/** The median of figures. */
final class Medians {
    private Medians() {}

    /** Of at least one; the array stays as it is. */
    static double of(double[] figures) {
        return ofScratch(figures.clone());
    }

    /** The same; the array is sorted afterwards. */
    static double ofScratch(double[] figures) {
        Arrays.sort(figures);
        int middle = figures.length / 2;
        return figures.length % 2 == 1 ? figures[middle] : (figures[middle - 1] + figures[middle]) / 2;
    }
}
