package dev.assay.bench.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Readings of one quantity, one for each round, and the rows in which they are printed. */
public final class Samples {
    private final List<Double> values = new ArrayList<>();

    /** Prints a row of a table. */
    public static void row(String... cells) {
        System.out.println("| " + String.join(" | ", cells) + " |");
    }

    /** Adds the reading of a round. */
    public void add(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a reading must be a finite number, but is " + value);
        }
        values.add(value);
    }

    /** Number of rounds. */
    public int count() {
        return values.size();
    }

    /** The middle reading; the mean of the two in the middle where their number is even. */
    public double median() {
        List<Double> sorted = sorted();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Median and range, such as {@code 2.41 (2.30 to 2.52)}. */
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
