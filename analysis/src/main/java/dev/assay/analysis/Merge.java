package dev.assay.analysis;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Histograms added up count by count; the only way in which this module puts distributions together. */
public final class Merge {
    private static final int DIGITS = 3;

    private Merge() {}

    /** All samples in one histogram, as precise as the most precise of them; empty for none. */
    public static Histogram of(Collection<? extends Histogram> histograms) {
        int digits = histograms.stream()
                .mapToInt(Histogram::getNumberOfSignificantValueDigits)
                .max()
                .orElse(DIGITS);
        Histogram merged = new Histogram(digits);
        histograms.forEach(merged::add);
        return merged;
    }

    /** Adds samples to the histogram of a key, which stays as precise as the most precise of them. */
    static <K> void into(Map<K, Histogram> sums, K key, Histogram more) {
        Histogram sum = sums.get(key);
        if (sum == null || sum.getNumberOfSignificantValueDigits() < more.getNumberOfSignificantValueDigits()) {
            sums.put(key, of(sum == null ? List.of(more) : List.of(sum, more)));
        } else {
            sum.add(more);
        }
    }
}
