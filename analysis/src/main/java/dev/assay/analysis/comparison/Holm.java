package dev.assay.analysis.comparison;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Several statistics, each of which may differ by chance: with p-values after Holm (Scandinavian Journal of Statistics 6, 1979), whatever depends
 * on whatever, none of them is called different in at least 95 of 100 cases in which none is.
 */
public final class Holm {
    private Holm() {}

    /** The p-values that stand for all of them: the k-th smallest of m times m − k + 1, and no smaller than the one before. */
    public static List<Double> adjusted(List<Double> pValues) {
        List<Integer> order = IntStream.range(0, pValues.size())
                .boxed()
                .sorted(Comparator.comparing(pValues::get))
                .toList();
        List<Double> adjusted = new ArrayList<>(pValues);
        double largest = 0;
        for (int k = 0; k < order.size(); k++) {
            double multiplied = pValues.get(order.get(k)) * (order.size() - k);
            largest = Math.min(1, Math.max(largest, multiplied));
            adjusted.set(order.get(k), largest);
        }
        return adjusted;
    }
}
