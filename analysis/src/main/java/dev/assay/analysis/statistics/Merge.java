package dev.assay.analysis.statistics;

import java.util.Collection;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Adds histograms count by count, which is the only way in which this module merges distributions. */
public final class Merge {
    private static final int DIGITS = 3;

    private Merge() {}

    /** Returns all samples in one histogram, as precise as the most precise of them; empty for none. */
    public static Histogram of(Collection<? extends Histogram> histograms) {
        int digits = histograms.stream()
                .mapToInt(Histogram::getNumberOfSignificantValueDigits)
                .max()
                .orElse(DIGITS);
        Histogram merged = new Histogram(digits);
        histograms.forEach(merged::add);
        return merged;
    }

    /** Adds samples to a sum, which stays as precise as the more precise of the two. */
    public static Histogram into(Histogram sum, Histogram more) {
        if (sum.getNumberOfSignificantValueDigits() < more.getNumberOfSignificantValueDigits()) {
            return of(List.of(sum, more));
        }
        sum.add(more);
        return sum;
    }
}
