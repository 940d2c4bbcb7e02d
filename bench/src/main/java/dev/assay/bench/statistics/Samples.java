package dev.assay.bench.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Holds readings of one quantity, one for each round, and prints them in rows. */
public final class Samples {
    private final List<Double> values = new ArrayList<>();

    public static void row(String... cells) {
        System.out.println("| " + String.join(" | ", cells) + " |");
    }

    public void add(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a reading must be a finite number, but is " + value);
        }
        values.add(value);
    }

    public int count() {
        return values.size();
    }

    /** Returns the middle reading, or the mean of the two in the middle where their number is even. */
    public double median() {
        List<Double> sorted = sorted();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Formats median and range, such as {@code 2.41 (2.30 to 2.52)}. */
    public String text(int decimals) {
        List<Double> sorted = sorted();
        String format = "%." + decimals + "f";
        return String.format(
                Locale.ROOT,
                format + " (" + format + " to " + format + ")",
                median(),
                sorted.getFirst(),
                sorted.getLast());
    }

    private List<Double> sorted() {
        if (values.isEmpty()) {
            throw new IllegalStateException("there is no reading");
        }
        return values.stream().sorted().toList();
    }
}
