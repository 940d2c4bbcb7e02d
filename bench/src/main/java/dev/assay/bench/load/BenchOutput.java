package dev.assay.bench.load;

import java.util.Map;

/** The figures that a program printed. */
public record BenchOutput(Map<String, Double> figures) {
    public BenchOutput {
        figures = Map.copyOf(figures);
    }

    /** The figure of that name, which must be there. */
    public double get(String name) {
        Double value = figures.get(name);
        if (value == null) {
            throw new IllegalStateException("the program printed no '" + name + "', only " + figures);
        }
        return value;
    }
}
