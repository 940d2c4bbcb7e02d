package dev.assay.analysis.comparison;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Adjusts the p-values of several statistics, each of which may differ by chance. After Holm (Scandinavian Journal of Statistics
 * 6, 1979), and whatever their dependence, in at least 95 of 100 cases without any difference none is called different.
 */
public final class Holm {
    private Holm() {}

    /**
     * Returns adjusted p-values in the order given: the k-th smallest of m is multiplied by m − k + 1, and is no smaller than the one
     * before.
     */
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
